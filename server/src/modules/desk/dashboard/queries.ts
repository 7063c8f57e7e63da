import type { Status } from '@samay/contract/bookings/statuses';
import { type RawBuilder, sql } from 'kysely';
import { type QueryBuilder, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { durationOf } from '../../availability/index.ts';
import { shownStatement, type ListView, visible } from '../../visibility/index.ts';
import { dayRevenue, isPaid } from '../revenue/queries.ts';

/** The current date and time in India, and the instant. */
export interface Moment {
  readonly today: string;
  readonly time: string;
  readonly now: Date;
}

interface Days {
  readonly today: string;
  readonly weekStart: string;
  readonly weekBefore: string;
}

export interface Sums {
  readonly bookings: number;
  readonly bookings_today: number;
  readonly revenue: number;
  readonly last_seven_days: number;
  readonly seven_days_before: number;
  readonly revenue_ahead: number;
}

/** A booking as the dashboard's lists show it. */
export interface Line {
  readonly id: string;
  readonly person_name: string;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly amount_paise: number | null;
  readonly status: Status;
}

export const mostLines = 3;

/**
 * Counts, and sums in paise, over every booking of the business, including those that the plan
 * hides. One row.
 */
export const sumBookings = statement<Days, Sums>((db, { tenantId, today, weekStart, weekBefore }) => {
  const tomorrow = sql`${today}::date + 1`;
  const revenue = (from: string, before: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(${dayRevenue}) filter (where day >= ${from}::date and day < ${before}), 0)::bigint`;
  return db
    .selectFrom('day_tallies')
    .select([
      sql<number>`coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int`.as('bookings'),
      sql<number>`coalesce(sum(scheduled + completed + no_show) filter (where day = ${today}::date), 0)::int`.as(
        'bookings_today',
      ),
      sql<number>`coalesce(sum(${dayRevenue}), 0)::bigint`.as('revenue'),
      revenue(weekStart, tomorrow).as('last_seven_days'),
      sql<number>`coalesce(sum(${dayRevenue}) filter (where day > ${today}::date), 0)::bigint`.as(
        'revenue_ahead',
      ),
      revenue(weekBefore, sql`${weekStart}::date`).as('seven_days_before'),
    ])
    .where('tenant_id', '=', tenantId);
});

/** Counts doctors and employees. One row. */
export const countStaff = statement<object, { count: number }>((db, { tenantId }) =>
  db
    .selectFrom('memberships')
    // Row security hides deleted accounts in `users`, so they are not counted.
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('memberships.tenant_id', '=', tenantId)
    .where('role', 'in', ['DOCTOR', 'EMPLOYEE']),
);

/** Lists the latest bookings with revenue up to today, newest first. */
export const listReceived = shownStatement<Pick<Moment, 'today'>, Line>((db, view, { tenantId, today }) =>
  lines(db, view, tenantId)
    .where(isPaid)
    .where('appointment_date', '<=', today)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc'),
);

/** Lists the next bookings after today with revenue. */
export const listPaidAhead = shownStatement<Pick<Moment, 'today'>, Line>((db, view, { tenantId, today }) =>
  soonestFirst(lines(db, view, tenantId).where(isPaid).where('appointment_date', '>', today)),
);

/** Lists scheduled bookings from this minute on. */
export const listUpcoming = shownStatement<Moment, Line>((db, view, { tenantId, today, time }) => {
  const scheduled = lines(db, view, tenantId).where('status', '=', 'scheduled');
  return soonestFirst(
    scheduled.where(sql<boolean>`(appointment_date, appointment_time) >= (${today}::date, ${time}::time)`),
  );
});

/** Lists today's bookings that are still scheduled though their time is over. */
export const listUnmarked = shownStatement<Moment, Line>((db, view, values) =>
  soonestFirst(lines(db, view, values.tenantId).where(isUnmarked(values))),
);

/** Counts today's bookings that are still scheduled though their time is over. One row. */
export const countUnmarked = shownStatement<Moment, { count: number }>((db, { order, visibility }, values) =>
  db
    .selectFrom('appointments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', values.tenantId)
    .where(isUnmarked(values))
    .where(visible(order, visibility)),
);

/** Returns when the next booking of today joins them; null if none does. One row. */
export const nextUnmarked = statement<Moment, { at: Date | null }>((db, { tenantId, today, now }) =>
  db
    .selectFrom('appointments')
    .select(sql<Date | null>`min(${overAt(tenantId)})`.as('at'))
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`status = 'scheduled' and appointment_date = ${today}::date and ${overAt(tenantId)} > ${now}`,
    ),
);

/**
 * The instant from which a scheduled booking is forgotten rather than under way: its end, by the
 * delay that was noted, or an hour after the person came or went in. The queue has them until then.
 */
function overAt(tenantId: TenantId) {
  const end = sql`starts_at + make_interval(mins => delay_min + ${durationOf(tenantId)})`;
  return sql`greatest(${end}, arrived_at + interval '1 hour', started_at + interval '1 hour')`;
}

function isUnmarked({ tenantId, today, now }: Moment & { tenantId: TenantId }) {
  return sql<boolean>`status = 'scheduled' and appointment_date = ${today}::date and ${overAt(tenantId)} <= ${now}`;
}

function soonestFirst(query: ReturnType<typeof lines>) {
  return query.orderBy('appointment_date').orderBy('appointment_time').orderBy('id');
}

function lines(db: QueryBuilder, { order, visibility }: ListView, tenantId: string) {
  return db
    .selectFrom('appointments')
    .select(['id', 'person_name', 'appointment_date', 'appointment_time', 'amount_paise', 'status'])
    .where('tenant_id', '=', tenantId)
    .where(visible(order, visibility))
    .limit(mostLines);
}
