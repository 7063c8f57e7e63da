import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { hasMethodRevenue, isRevenue, methodRevenue } from '../revenue/queries.ts';

/**
 * The days of a summary: today, the first day of its month, and the days of the last month for
 * comparison.
 */
export interface SummaryDays {
  readonly today: string;
  readonly monthStart: string;
  readonly beforeStart: string;
  readonly beforeEnd: string;
}

/** Paise and bookings of each period. */
export interface PeriodSums {
  readonly today_total: number;
  readonly today_bookings: number;
  readonly month_total: number;
  readonly month_bookings: number;
  readonly before_total: number;
  readonly before_bookings: number;
}

/** Sums revenue by the recorded text of the payment method; empty where none was recorded. */
export const sumByText = statement<SummaryDays, PeriodSums & { text: string }>((_, days) => {
  const sums = periodSums(days, {
    day: sql`day`,
    total: sql`sum(${methodRevenue})`,
    bookings: sql`sum(bookings)`,
  });
  return sql<PeriodSums & { text: string }>`select payment_method as text, ${sums} from payment_tallies
    where tenant_id = ${days.tenantId}::uuid and ${isCompared(days, sql`day`)} and ${hasMethodRevenue} group by payment_method`;
});

/** Sums revenue by doctor or court; null for bookings without one. */
export const sumByResource = statement<SummaryDays, PeriodSums & { id: string | null }>((_, days) => {
  const sums = periodSums(days, {
    day: sql`day`,
    total: sql`sum(paise)`,
    bookings: sql`sum(bookings)`,
  });
  return sql<PeriodSums & { id: string | null }>`select resource_id as id, ${sums} from (
      select resource_id, appointment_date as day, revenue_paise as paise, 1 as bookings from appointments
      where tenant_id = ${days.tenantId}::uuid and ${isCompared(days, sql`appointment_date`)} and ${isRevenue}
      union all
      select resource_id, kept_on, revenue_paise, 0 from appointments
      where tenant_id = ${days.tenantId}::uuid and kept_on is not null and revenue_paise > 0 and ${isCompared(days, sql`kept_on`)}
      union all
      select (select appointments.resource_id from appointments
          where appointments.tenant_id = ${days.tenantId}::uuid and appointments.id = late.appointment_id),
        late.taken_on, late.paise, 0 from payments as late
      where late.tenant_id = ${days.tenantId}::uuid and late.is_late and ${isCompared(days, sql`late.taken_on`)}
    ) as earned group by resource_id`;
});

/** Lists the doctors or courts of a business in their order, archived ones and parts too. */
export const listResourceNames = statement<object, { id: string; name: string }>((db, { tenantId }) =>
  db
    .selectFrom('resources')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
);

interface Summed {
  readonly day: RawBuilder<unknown>;
  readonly total: RawBuilder<unknown>;
  readonly bookings: RawBuilder<unknown>;
}

function periodSums(
  { today, monthStart, beforeEnd }: SummaryDays,
  { day, total, bookings }: Summed,
): RawBuilder<unknown> {
  const columns = [
    ['today', sql`${day} = ${today}::date`],
    ['month', sql`${day} >= ${monthStart}::date`],
    ['before', sql`${day} <= ${beforeEnd}::date`],
  ] as const;
  return sql.join(
    columns.map(
      ([
        name,
        isOf,
      ]) => sql`coalesce(${total} filter (where ${isOf}), 0)::bigint as ${sql.ref(`${name}_total`)},
        coalesce(${bookings} filter (where ${isOf}), 0)::int as ${sql.ref(`${name}_bookings`)}`,
    ),
  );
}

/**
 * Matches the days of the three periods: two ranges, since the rest of the last month is in none.
 */
function isCompared(
  { today, monthStart, beforeStart, beforeEnd }: SummaryDays,
  day: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${day} between ${beforeStart}::date and ${beforeEnd}::date or ${day} between ${monthStart}::date and ${today}::date)`;
}
