import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { googleRequestIntervalMs } from './policy.ts';
import { isCalendarConnected } from './queries.ts';

export type CalendarEffect = 'calendar.create' | 'calendar.move' | 'calendar.cancel';

/**
 * Enqueues the calendar's update of a booking, in the booking's own transaction; does nothing where no calendar is connected. Only the id is
 * stored: the handler reads the booking when it delivers.
 */
export async function enqueueCalendarSync(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  kind: CalendarEffect,
  appointmentId: string,
): Promise<void> {
  if (!(await isCalendarConnected(tx, tenantId))) return;
  await enqueueEffect(tx, now, { tenantId, kind, subject: appointmentId, payload: { tenantId, appointmentId } });
}

/** Enqueues the updates of several bookings, spaced so that they stay within Google's rate limit for one person. */
export async function enqueueCalendarSyncs(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  kind: CalendarEffect,
  appointmentIds: readonly string[],
): Promise<void> {
  for (const [at, appointmentId] of appointmentIds.entries()) {
    const due = new Date(now.getTime() + at * googleRequestIntervalMs);
    await enqueueEffect(tx, due, { tenantId, kind, subject: appointmentId, payload: { tenantId, appointmentId } });
  }
}
