import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';
import { type ListOrder, type Visibility, visible } from '../appointments/visibility-queries.ts';
import { isRevenue } from '../revenue/queries.ts';

export interface Shown {
  readonly order: ListOrder;
  readonly visibility: Visibility;
}

/** Now, as India's wall clock says it. */
export interface Moment {
  readonly today: string;
  readonly time: string;
}

const atMost = 3;

/** Counts and sums over every booking of the business, whatever the plan shows. Paise. */
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

/** Up to today the newest day first; where fewer than three have come in, those of days to come follow, the soonest first. */
export async function listRecentTransactions(tx: Tx, shown: Shown, today: string) {
  const paid = lines(tx, shown).where(isRevenue);
  const cameIn = await paid
    .where('appointment_date', '<=', today)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc')
    .execute();
  if (cameIn.length === atMost) return cameIn;
  const inAdvance = await soonestFirst(paid.where('appointment_date', '>', today)).execute();
  return [...cameIn, ...inAdvance].slice(0, atMost);
}

/** Scheduled, from this minute on. */
export async function listUpcoming(tx: Tx, shown: Shown, { today, time }: Moment) {
  const scheduled = lines(tx, shown).where('status', '=', 'scheduled');
  return soonestFirst(scheduled.where(sql<boolean>`(appointment_date, appointment_time) >= (${today}::date, ${time}::time)`)).execute();
}

/** Still scheduled today though their time is over: nobody has said what became of them. */
export async function listUnmarked(tx: Tx, shown: Shown, moment: Moment) {
  return soonestFirst(lines(tx, shown).where(isUnmarked(moment))).execute();
}

export async function countUnmarked(tx: Tx, { order, visibility }: Shown, moment: Moment): Promise<number> {
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

function lines(tx: Tx, { order, visibility }: Shown) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'person_name', 'appointment_date', 'appointment_time', 'amount_paise', 'status'])
    .where(visible(order, visibility))
    .limit(atMost);
}
