import { type RawBuilder, sql } from 'kysely';
import type { Status } from '@samay/contract/bookings/statuses';
import type { Tx } from '../../../db/tenant.ts';
import { type ListView, visible } from './visibility-queries.ts';

/** A range of days in India, both included; unbounded where an end is missing. */
interface Days {
  readonly from?: string;
  readonly to?: string;
}

export interface DayCounts extends Record<Status, number> {
  readonly day: string;
}

/** Counts the bookings that the plan shows, by day and status. Days without any are absent. */
export async function countShownByDay(tx: Tx, days: Days, view: ListView): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`
    select day, scheduled, completed, cancelled, no_show from (${shownDays(days, view)}) as days
    where scheduled + completed + cancelled + no_show > 0
    order by day`.execute(tx);
  return rows;
}

/** The same, summed over all days. */
export async function countShown(tx: Tx, days: Days, view: ListView): Promise<Record<Status, number>> {
  const { rows } = await sql<Record<Status, number>>`
    select coalesce(sum(scheduled), 0)::int as scheduled, coalesce(sum(completed), 0)::int as completed,
      coalesce(sum(cancelled), 0)::int as cancelled, coalesce(sum(no_show), 0)::int as no_show
    from (${shownDays(days, view)}) as days`.execute(tx);
  return rows[0] ?? { scheduled: 0, completed: 0, cancelled: 0, no_show: 0 };
}

/**
 * The tallies by day, cut at the plan's limit. Both list orders start with the latest day, so beyond its limit a cycle shows the days after its
 * last visible row completely, that row's day in part, and no earlier day.
 */
function shownDays(days: Days, { order, visibility }: ListView): RawBuilder<DayCounts> {
  const tallies = sql<DayCounts>`select day, scheduled, completed, cancelled, no_show from day_tallies where ${within(sql.ref('day'), days)}`;
  if (visibility === 'everything') return tallies;
  const { start, end, last } = visibility;
  const uncut = sql<DayCounts>`${tallies} and not (day >= ${start}::date and day < ${end}::date and day <= ${last?.date ?? end}::date)`;
  if (!last) return uncut;
  const count = (status: Status) => sql`(count(*) filter (where status = ${sql.lit(status)}))::int`;
  return sql<DayCounts>`${uncut} union all
    select appointment_date, ${count('scheduled')}, ${count('completed')}, ${count('cancelled')}, ${count('no_show')} from appointments
    where appointment_date = ${last.date}::date and ${within(sql.ref('appointment_date'), days)} and ${visible(order, visibility)}
    group by appointment_date`;
}

function within(column: RawBuilder<unknown>, { from, to }: Days): RawBuilder<boolean> {
  const after = from === undefined ? sql`true` : sql`${column} >= ${from}::date`;
  return to === undefined ? sql`${after}` : sql`${after} and ${column} <= ${to}::date`;
}
