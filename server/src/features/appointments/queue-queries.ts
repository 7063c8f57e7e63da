import type { Status } from '@samay/contract/statuses';
import { sql } from 'kysely';
import type { Tx } from '../../db/tenant.ts';
import { selectAppointments } from './queries.ts';
import { inListOrder, type ListOrder, type Visibility, visible } from './visibility-queries.ts';

interface Shown {
  readonly order: ListOrder;
  readonly visibility: Visibility;
}

/** The scheduled bookings of a day by time, at most `limit`. */
export async function listWaiting(tx: Tx, day: string, { order, visibility }: Shown, limit: number) {
  return selectAppointments(tx)
    .where('appointments.appointment_date', '=', day)
    .where('appointments.status', '=', 'scheduled')
    .where(visible(order, visibility))
    .orderBy('appointments.appointment_time')
    .orderBy('appointments.id')
    .limit(limit)
    .execute();
}

/** How many bookings of a day have each status; a status without any is absent. */
export async function countOfDay(tx: Tx, day: string, { order, visibility }: Shown): Promise<Partial<Record<Status, number>>> {
  const counted = await tx
    .selectFrom('appointments')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('appointment_date', '=', day)
    .where(visible(order, visibility))
    .groupBy('status')
    .execute();
  return Object.fromEntries(counted.map(({ status, count }) => [status, count]));
}

/** The last bookings up to a day that came to an end in their place, latest first. */
export async function listRecent(tx: Tx, day: string, { order, visibility }: Shown, limit: number) {
  return inListOrder(selectAppointments(tx), 'turf')
    .where('appointments.appointment_date', '<=', day)
    .where('appointments.status', 'in', ['completed', 'no_show'])
    .where(visible(order, visibility))
    .limit(limit)
    .execute();
}
