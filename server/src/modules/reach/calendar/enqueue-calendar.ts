import type { Tx } from '../../../db/tenant.ts';
import type { TenantWork } from '../../../db/tenant.ts';
import { effectLater } from '../../../outbox/enqueue.ts';
import { spacingMs } from './policy.ts';
import { isCalendarKept } from './queries.ts';

export type CalendarEffect = 'calendar.create' | 'calendar.move' | 'calendar.cancel';

/**
 * Has the calendar follow a booking, in the booking's own transaction; nothing where none is connected. Only its id waits: whoever
 * delivers reads the booking as it then is.
 */
export async function calendarLater(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  kind: CalendarEffect,
  appointmentId: string,
): Promise<void> {
  if (!(await isCalendarKept(tx))) return;
  await effectLater(tx, now, { tenantId, kind, subject: appointmentId, payload: { tenantId, appointmentId } });
}

/** Has it follow several, one after the other, no faster than Google takes them of one person. */
export async function calendarInTurn(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  kind: CalendarEffect,
  appointmentIds: readonly string[],
): Promise<void> {
  for (const [at, appointmentId] of appointmentIds.entries()) {
    const due = new Date(now.getTime() + at * spacingMs);
    await effectLater(tx, due, { tenantId, kind, subject: appointmentId, payload: { tenantId, appointmentId } });
  }
}
