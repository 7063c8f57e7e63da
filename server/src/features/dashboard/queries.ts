import { type RawBuilder, sql } from 'kysely';
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
  const revenue = (from: string, before: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(revenue_paise) filter (where day >= ${from}::date and day < ${before}), 0)::bigint`;
  return tx
    .selectFrom('day_tallies')
    .select([
      sql<number>`coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int`.as('bookings'),
      sql<number>`coalesce(sum(scheduled + completed + no_show) filter (where day = ${days.today}::date), 0)::int`.as('bookings_today'),
      sql<number>`coalesce(sum(revenue_paise), 0)::bigint`.as('revenue'),
      revenue(days.weekStart, sql`${days.today}::date + 1`).as('last_seven_days'),
      revenue(days.weekBefore, sql`${days.weekStart}::date`).as('seven_days_before'),
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
