import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from '@samay/contract/core/day-range';
import type { Status } from '@samay/contract/bookings/statuses';
import type { Statement } from '../../../db/statement.ts';
import { shownStatement } from './shown-queries.ts';
import { type ListView, visible } from './visibility-queries.ts';

export interface DayCounts extends Record<Status, number> {
  readonly day: string;
}

/** Counts the bookings that the plan shows, by day and status. Days without any are absent. */
export const countByDay = shownStatement<DayRange, DayCounts>(
  (_, view, values) => sql<DayCounts>`
    select day, scheduled, completed, cancelled, no_show from (${shownDays(values, view)}) as days
    where scheduled + completed + cancelled + no_show > 0
    order by day`,
);

/**
 * Counts the bookings that the plan shows by status, for a range of days or for all days. One row.
 */
export function countByStatus(view: ListView, days?: DayRange): Statement<Record<Status, number>> {
  return days ? countDays(view, days) : countAll(view, {});
}

const countDays = shownStatement<DayRange, Record<Status, number>>((_, view, values) =>
  selectSums(values, view),
);

const countAll = shownStatement<object, Record<Status, number>>((_, view, { tenantId }) =>
  selectSums({ tenantId }, view),
);

/**
 * Sums one table where no day is shown in part: Citus keeps a plan of that, and none of a subquery.
 */
function selectSums(values: ShownValues, view: ListView): RawBuilder<Record<Status, number>> {
  const part = dayInPart(values, view);
  return sql<Record<Status, number>>`
    select coalesce(sum(scheduled), 0)::int as scheduled, coalesce(sum(completed), 0)::int as completed,
      coalesce(sum(cancelled), 0)::int as cancelled, coalesce(sum(no_show), 0)::int as no_show
    from ${part ? sql`(${shownDays(values, view)}) as days` : sql`day_tallies where ${wholeDays(values, view)}`}`;
}

type ShownValues = Partial<DayRange> & { readonly tenantId: string };

/**
 * Selects the tallies by day, cut at the plan's limit. Both list orders start with the latest day,
 * so beyond its limit a cycle shows the days after its last visible row completely, that row's day
 * in part, and no earlier day.
 */
function shownDays(values: ShownValues, view: ListView): RawBuilder<DayCounts> {
  const whole = sql<DayCounts>`select day, scheduled, completed, cancelled, no_show from day_tallies where ${wholeDays(values, view)}`;
  const part = dayInPart(values, view);
  return part ? sql<DayCounts>`${whole} union all ${part}` : whole;
}

/** Matches the days that are shown completely. */
function wholeDays(values: ShownValues, { visibility }: ListView): RawBuilder<boolean> {
  const days = sql<boolean>`tenant_id = ${values.tenantId}::uuid and ${within(sql.ref('day'), values)}`;
  if (visibility === 'everything') return days;
  const { start, end, last } = visibility;
  return sql<boolean>`${days} and not (day >= ${start}::date and day < ${end}::date and day <= ${last?.date ?? end}::date)`;
}

/**
 * Counts the days that are not shown whole from their bookings: that of the last visible row, and earlier ones
 * with bookings that take no place of the plan. Undefined where nothing is hidden.
 */
function dayInPart(values: ShownValues, { order, visibility }: ListView): RawBuilder<DayCounts> | undefined {
  if (visibility === 'everything') return undefined;
  const { start, end, last } = visibility;
  const count = (status: Status) => sql`(count(*) filter (where status = ${sql.lit(status)}))::int`;
  return sql<DayCounts>`
    select appointment_date, ${count('scheduled')}, ${count('completed')}, ${count('cancelled')}, ${count('no_show')} from appointments
    where tenant_id = ${values.tenantId}::uuid and appointment_date >= ${start}::date
      and appointment_date < ${end}::date and appointment_date <= ${last?.date ?? end}::date
      and ${within(sql.ref('appointment_date'), values)} and ${visible(order, visibility)}
    group by appointment_date`;
}

function within(column: RawBuilder<unknown>, { from, to }: Partial<DayRange>): RawBuilder<boolean> {
  const after = from === undefined ? sql`true` : sql`${column} >= ${from}::date`;
  return to === undefined ? sql`${after}` : sql`${after} and ${column} <= ${to}::date`;
}
