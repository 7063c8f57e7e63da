import type { Tx } from '../../../db/tenant.ts';
import { selectAppointments } from './queries.ts';
import { inListOrder, type ListView, visible } from './visibility-queries.ts';

/** The scheduled bookings of a day by time, at most `limit`. */
export async function listWaiting(tx: Tx, day: string, { order, visibility }: ListView, limit: number) {
  return selectAppointments(tx)
    .where('appointments.appointment_date', '=', day)
    .where('appointments.status', '=', 'scheduled')
    .where(visible(order, visibility))
    .orderBy('appointments.appointment_time')
    .orderBy('appointments.id')
    .limit(limit)
    .execute();
}

/** The last completed or missed bookings up to a day, latest first. */
export async function listRecent(tx: Tx, day: string, { order, visibility }: ListView, limit: number) {
  return inListOrder(selectAppointments(tx), 'turf')
    .where('appointments.appointment_date', '<=', day)
    .where('appointments.status', 'in', ['completed', 'no_show'])
    .where(visible(order, visibility))
    .limit(limit)
    .execute();
}
