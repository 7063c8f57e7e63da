import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { googleRequestIntervalMs } from './policy.ts';

type CalendarEffect = 'calendar.create' | 'calendar.move' | 'calendar.cancel';

/**
 * Enqueues the calendar's updates of several bookings, spaced so that they stay within Google's rate limit for one person. Only ids are stored:
 * the handler reads the booking when it delivers.
 */
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
