import type { CalendarConnection, CalendarReturn } from '@samay/contract/reach/calendar';
import type { CalendarProvider } from '../../../adapters/calendar/port.ts';
import { asPlatform, inTenant, platform } from '../../../db/tenant.ts';
import { countChanged, run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { clearCookie, readCookie } from '../../../http/cookies.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { type Attempt, makeChallenge, getHashes, isStateFor } from './attempt.ts';
import { enqueueCalendarSyncs } from './enqueue-calendar.ts';
import { toAppError } from './policy.ts';
import { connectIntegration, listOutdated, lockToken, consumeAttempt } from './queries.ts';
import { enqueueRevocation } from './revoke.ts';
import { showConnection } from './show.ts';
import { encryptToken } from './token.ts';

/**
 * Connects the calendar of the person who consented, revokes the access to another one that was
 * connected, and enqueues bookings that changed in the meantime. @throws `google.invalid_callback`
 * for an attempt that is another person's or browser's, expired or used (P-12.1);
 * `calendar.token_exchange_failed` and `calendar.integration_failed` if Google refuses: then an
 * earlier connection stays.
 */
export async function completeConnection(
  context: TenantContext,
  { body }: { body: CalendarReturn },
): Promise<CalendarConnection> {
  const { now, dependencies, reply, request, tenantId } = context;
  const attempt = {
    state: body.state,
    secret: orNotFound(readCookie(request, dependencies.settings, 'calendar'), 'google.invalid_callback'),
  };
  const provider = orNotFound(dependencies.calendar, 'calendar.not_available');
  await consumeOwnAttempt(context, attempt);
  clearCookie(reply, dependencies.settings, 'calendar');
  const { refreshToken, calendarId } = await openCalendar(context, provider, body.code, attempt);
  const encrypted = encryptToken(dependencies.secrets, tenantId, refreshToken);
  await inTenant(context, async (tx) => {
    const [earlier] = await run(tx, context, lockToken({}));
    if (earlier && earlier.calendarId !== calendarId)
      await enqueueRevocation(tx, now, { tenantId, encrypted: earlier.encrypted }, tenantId);
    const data = JSON.stringify({ calendar_id: calendarId });
    await run(tx, context, connectIntegration({ data, encrypted, now }));
    const outdated = await run(tx, context, listOutdated({ calendarId, now }));
    const ids = outdated.map(({ id }) => id);
    await enqueueCalendarSyncs(tx, context, 'calendar.move', ids);
    await audit(tx, context, 'calendar.connected', tenantId);
  });
  return showConnection(context);
}

async function consumeOwnAttempt(
  { caller, now, dependencies, tenantId }: TenantContext,
  attempt: Attempt,
): Promise<void> {
  const isOwn = isStateFor(dependencies.secrets, attempt.state, {
    user_id: caller.userId,
    tenant_id: tenantId,
  });
  assertThat(isOwn, 'google.invalid_callback');
  const consumed = consumeAttempt({ ...getHashes(attempt), now });
  const count = await asPlatform(dependencies, (tx) => countChanged(tx, platform, consumed));
  assertThat(count === 1, 'google.invalid_callback');
}

async function openCalendar(
  context: TenantContext,
  provider: CalendarProvider,
  code: string,
  attempt: Attempt,
) {
  const challenge = makeChallenge(attempt, context.dependencies.settings.publicUrl);
  const refreshToken = await provider.redeem(code, challenge).catch((error: unknown) => {
    throw toAppError(error, context, 'calendar.token_exchange_failed');
  });
  const calendarId = await provider.calendarOf(refreshToken).catch((error: unknown) => {
    throw toAppError(error, context, 'calendar.integration_failed');
  });
  return { refreshToken, calendarId };
}
