import type { Tx } from '../../../db/tenant.ts';
import type { Settings } from '../../../core/settings.ts';
import { enqueueMail } from '../../../outbox/index.ts';

type Event = 'on' | 'off' | 'recovery_code' | 'wrong_codes' | 'taken_away';

const subjects: Record<Event, string> = {
  on: 'Two-step verification is on for your Samay account',
  off: 'Two-step verification is off for your Samay account',
  recovery_code: 'A recovery code of your Samay account was used',
  taken_away: 'Two-step verification was removed from your Samay account',
  wrong_codes: 'Somebody who knows your Samay password did not have your code',
};

const sentences: Record<Event, string> = {
  on: 'From now on signing in asks for your password and a code from your authenticator app.',
  off: 'From now on the password alone is enough to sign in, and your recovery codes no longer work.',
  recovery_code: 'Somebody signed in with your password and one of your recovery codes. Each works once.',
  taken_away:
    'A super admin removed it, as for a lost phone. You were signed out, and the password alone is enough to sign in until you set it up again.',
  wrong_codes:
    'Somebody signed in with your password and then entered five wrong codes. We have ended that session.',
};

export interface Notified {
  readonly caller: { readonly email: string };
  readonly now: Date;
  readonly dependencies: { readonly settings: Pick<Settings, 'publicUrl'> };
}

/** Queues an email about a change of the person's second factor (OWASP ASVS 5.0, 6.3.7). */
export async function mailFactorNotice(
  tx: Tx,
  { caller, now, dependencies }: Notified,
  event: Event,
): Promise<void> {
  await enqueueMail(tx, now, {
    tenantId: null,
    to: caller.email,
    subject: subjects[event],
    text: `${sentences[event]}

If it was you, there is nothing to do. If it was not, set a new password with "Forgot your password?" and look at two-step verification and
your sessions on Settings:

${dependencies.settings.publicUrl}/login`,
  });
}
