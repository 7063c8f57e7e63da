import type { beginCalendarConnection } from '@samay/contract/reach/calendar';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { setCookie } from '../../../http/cookies.ts';
import { found } from '../../../core/app-error.ts';
import { attemptSeconds, challengeOf, hashesOf, newAttempt } from './attempt.ts';
import { deleteAttemptsBefore, insertAttempt } from './queries.ts';

/**
 * Begins to connect a calendar: where this browser is to go, and the cookie that will prove on the way back that it was this one.
 * Refuses with `calendar.not_available` where Google is not set up.
 */
export async function beginConnection(context: TenantContext): Promise<ReplyOf<typeof beginCalendarConnection>> {
  const { caller, now, parts, reply, tenantId } = context;
  const provider = found(parts.calendar, 'calendar.not_available');
  const attempt = newAttempt(parts.secrets, { user_id: caller.userId, tenant_id: tenantId });
  const url = await provider.consentAddress(challengeOf(attempt, parts.settings.publicUrl));
  await asPlatform(parts, async (tx) => {
    await deleteAttemptsBefore(tx, now);
    await insertAttempt(tx, { ...hashesOf(attempt), remember: false, expires_at: new Date(now.getTime() + attemptSeconds * 1000) });
  });
  setCookie(reply, parts.settings, 'calendar', attempt.secret, attemptSeconds);
  return { url };
}
