import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueEffects } from '../../../outbox/index.ts';
import { googleRequestIntervalMs, mostPerCall } from './policy.ts';
import { listInCalendar } from './queries.ts';

type CalendarEffect = 'calendar.create' | 'calendar.move' | 'calendar.cancel';

/**
 * Enqueues the calendar's updates of several bookings, spaced to stay within Google's rate limit
 * for one person.
 */
export async function enqueueCalendarSyncs(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  kind: CalendarEffect,
  appointmentIds: readonly string[],
): Promise<void> {
  const effects = appointmentIds.map((appointmentId, at) => {
    const dueAt = new Date(now.getTime() + at * googleRequestIntervalMs);
    return { tenantId, kind, subject: appointmentId, payload: { tenantId, appointmentId }, dueAt };
  });
  for (let at = 0; at < effects.length; at += mostPerCall)
    await enqueueEffects(tx, now, effects.slice(at, at + mostPerCall));
}

/**
 * Enqueues updates of the events of bookings, for those that have one in the connected calendar.
 * Returns whether any has.
 */
export async function enqueueCorrections(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  appointmentIds: readonly string[],
): Promise<boolean> {
  if (appointmentIds.length === 0) return false;
  const ids = (await run(tx, work, listInCalendar({ ids: appointmentIds }))).map(({ id }) => id);
  await enqueueCalendarSyncs(tx, work, 'calendar.move', ids);
  return ids.length > 0;
}
