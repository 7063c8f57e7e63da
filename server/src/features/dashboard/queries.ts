import { sql } from 'kysely';
import type { Tx } from '../../db/tenant.ts';
import { type ListOrder, type Visibility, visible } from '../appointments/index.ts';
import { isRevenue } from '../revenue/index.ts';

interface Shown {
  readonly order: ListOrder;
  readonly visibility: Visibility;
}

const atMost = 3;

/** Counts and sums over every booking of the business, whatever the plan shows. Paise. */
export async function sumBookings(tx: Tx, days: { today: string; weekStart: string; weekBefore: string }) {
  const since = (from: string, to: string) =>
    sql<number>`coalesce(sum(amount_paise) filter (where ${isRevenue} and appointment_date between ${from}::date and ${to}::date), 0)::bigint`;
  return tx
    .selectFrom('appointments')
    .select([
      sql<number>`count(*)::int`.as('bookings'),
      sql<number>`(count(*) filter (where appointment_date = ${days.today}::date and status <> 'cancelled'))::int`.as('bookings_today'),
      sql<number>`coalesce(sum(amount_paise) filter (where ${isRevenue}), 0)::bigint`.as('revenue'),
      since(days.weekStart, days.today).as('last_seven_days'),
      sql<number>`coalesce(sum(amount_paise) filter (where ${isRevenue} and appointment_date >= ${days.weekBefore}::date
        and appointment_date < ${days.weekStart}::date), 0)::bigint`.as('seven_days_before'),
    ])
    .executeTakeFirstOrThrow();
}

/** Doctors and employees. */
export async function countStaff(tx: Tx): Promise<number> {
  const { staff } = await tx
    .selectFrom('memberships')
    // Whose account is deleted is hidden from their colleagues, and counts no more.
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(sql<number>`count(*)::int`.as('staff'))
    .where('role', 'in', ['DOCTOR', 'EMPLOYEE'])
    .executeTakeFirstOrThrow();
  return staff;
}

export async function listRecentTransactions(tx: Tx, shown: Shown) {
  return lines(tx, shown)
    .where(isRevenue)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function listUpcoming(tx: Tx, shown: Shown, today: string) {
  return lines(tx, shown)
    .where('appointment_date', '>=', today)
    .where('status', '=', 'scheduled')
    .orderBy('appointment_date')
    .orderBy('appointment_time')
    .orderBy('id')
    .execute();
}

function lines(tx: Tx, { order, visibility }: Shown) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'person_name', 'appointment_date', 'appointment_time', 'amount_paise', 'status'])
    .where(visible(order, visibility))
    .limit(atMost);
}
