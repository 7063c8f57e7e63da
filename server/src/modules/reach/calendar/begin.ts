import type { beginCalendarConnection } from '@samay/contract/reach/calendar';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { setCookie } from '../../../http/cookies.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { attemptSeconds, makeChallenge, getHashes, newAttempt } from './attempt.ts';
import { deleteAttemptsBefore, insertAttempt } from './queries.ts';

/**
 * Starts connecting a calendar: returns Google's consent address and sets the cookie that binds the
 * attempt to this browser. @throws `calendar.not_available`.
 */
export async function beginConnection(
  context: TenantContext,
): Promise<ReplyOf<typeof beginCalendarConnection>> {
  const { caller, now, dependencies, reply, tenantId } = context;
  const provider = orNotFound(dependencies.calendar, 'calendar.not_available');
  const attempt = newAttempt(dependencies.secrets, { user_id: caller.userId, tenant_id: tenantId });
  const url = await provider.consentAddress(makeChallenge(attempt, dependencies.settings.publicUrl));
  await asPlatform(dependencies, async (tx) => {
    const expiresAt = new Date(now.getTime() + attemptSeconds * 1000);
    await writeTogether(tx, platform, [
      deleteAttemptsBefore({ now }),
      insertAttempt({ ...getHashes(attempt), remember: false, expires_at: expiresAt }),
    ]);
  });
  setCookie(reply, dependencies.settings, 'calendar', attempt.secret, attemptSeconds);
  return { url };
}
