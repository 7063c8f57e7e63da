import type { GoogleLink } from '@samay/contract/identity/google-sign-in';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { auditCaller } from '../../audit/index.ts';
import { deleteIdentities, readLink } from './queries.ts';

export async function showLink({ dependencies, caller }: SessionContext): Promise<GoogleLink> {
  const { link } = await readInOneMessageAsPlatform(dependencies, {
    link: readLink({ userId: caller.userId }),
  });
  const { since, hasPassword } = orNotFound(link[0]);
  return { since: since?.toISOString() ?? null, mayUnlink: since !== null && hasPassword };
}

/**
 * Unlinks the caller's account from Google and tells them by email. A later sign-in with Google
 * links it again, by its address. @throws `account.only_google` without a password.
 */
export async function unlinkGoogle(context: SessionContext): Promise<void> {
  const { dependencies, caller, now } = context;
  const { userId, email } = caller;
  const { publicUrl } = dependencies.settings;
  await asPlatform(dependencies, async (tx) => {
    // Needs no lock: an existing password is only ever replaced.
    const [link] = await run(tx, platform, readLink({ userId }));
    const { since, hasPassword } = orNotFound(link);
    if (since === null) return;
    assertThat(hasPassword, 'account.only_google');
    await run(tx, platform, deleteIdentities(userId));
    await auditCaller(tx, context, 'identity.unlinked', userId);
    await enqueueMail(tx, now, { tenantId: null, to: email, subject, text: emailText(publicUrl) });
  });
}

const subject = 'Google was unlinked from your Samay account';

function emailText(publicUrl: string): string {
  return `From now on your password is the way in. Signing in with Google again links the account anew.

If it was you, there is nothing to do. If it was not, set a new password with "Forgot your password?" and look at your sessions on Settings:

${publicUrl}/login`;
}
