import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';
import { type ListView, visible } from '../appointments/visibility-queries.ts';
import { isRevenue } from '../revenue/queries.ts';

/** The current date and time in India. */
export interface Moment {
  readonly today: string;
  readonly time: string;
}

const atMost = 3;

/** Counts, and sums in paise, over every booking of the business, including those that the plan hides. */
export async function sumBookings(tx: Tx, days: { today: string; weekStart: string; weekBefore: string; monthStart: string }) {
  const tomorrow = sql`${days.today}::date + 1`;
  const revenue = (from: string, before: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(revenue_paise) filter (where day >= ${from}::date and day < ${before}), 0)::bigint`;
  return tx
    .selectFrom('day_tallies')
    .select([
      sql<number>`coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int`.as('bookings'),
      sql<number>`coalesce(sum(scheduled + completed + no_show) filter (where day = ${days.today}::date), 0)::int`.as('bookings_today'),
      sql<number>`coalesce(sum(revenue_paise), 0)::bigint`.as('revenue'),
      revenue(days.weekStart, tomorrow).as('last_seven_days'),
      revenue(days.today, tomorrow).as('revenue_today'),
      revenue(days.monthStart, tomorrow).as('revenue_this_month'),
      sql<number>`coalesce(sum(revenue_paise) filter (where day > ${days.today}::date), 0)::bigint`.as('revenue_ahead'),
      revenue(days.weekBefore, sql`${days.weekStart}::date`).as('seven_days_before'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts doctors and employees. */
export async function countStaff(tx: Tx): Promise<number> {
  const { staff } = await tx
    .selectFrom('memberships')
    // A person with a deleted account is hidden from row security's view of `users`, and not counted.
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(sql<number>`count(*)::int`.as('staff'))
    .where('role', 'in', ['DOCTOR', 'EMPLOYEE'])
    .executeTakeFirstOrThrow();
  return staff;
}

/** The latest bookings with revenue up to today, newest first; where there are fewer than three, future ones follow, soonest first. */
export async function listRecentTransactions(tx: Tx, view: ListView, today: string) {
  const paid = lines(tx, view).where(isRevenue);
  const received = await paid
    .where('appointment_date', '<=', today)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc')
    .execute();
  if (received.length === atMost) return received;
  const inAdvance = await soonestFirst(paid.where('appointment_date', '>', today)).execute();
  return [...received, ...inAdvance].slice(0, atMost);
}

/** Scheduled bookings from this minute on. */
export async function listUpcoming(tx: Tx, view: ListView, { today, time }: Moment) {
  const scheduled = lines(tx, view).where('status', '=', 'scheduled');
  return soonestFirst(scheduled.where(sql<boolean>`(appointment_date, appointment_time) >= (${today}::date, ${time}::time)`)).execute();
}

/** Bookings of today whose time is over and that are still scheduled. */
export async function listUnmarked(tx: Tx, view: ListView, moment: Moment) {
  return soonestFirst(lines(tx, view).where(isUnmarked(moment))).execute();
}

export async function countUnmarked(tx: Tx, { order, visibility }: ListView, moment: Moment): Promise<number> {
  const { count } = await tx
    .selectFrom('appointments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isUnmarked(moment))
    .where(visible(order, visibility))
    .executeTakeFirstOrThrow();
  return count;
}

function isUnmarked({ today, time }: Moment) {
  return sql<boolean>`status = 'scheduled' and appointment_date = ${today}::date and appointment_time < ${time}::time`;
}

function soonestFirst(query: ReturnType<typeof lines>) {
  return query.orderBy('appointment_date').orderBy('appointment_time').orderBy('id');
}

function lines(tx: Tx, { order, visibility }: ListView) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'person_name', 'appointment_date', 'appointment_time', 'amount_paise', 'status'])
    .where(visible(order, visibility))
    .limit(atMost);
}
