import { lateMinutes, QueueStage } from '@samay/contract/desk/queue';
import type { BusinessType } from '@samay/contract/core/roles';
import { type RawBuilder, sql } from 'kysely';

/** The instants of a booking in SQL: its start and end, and the present. */
interface Moments {
  readonly starts: RawBuilder<unknown>;
  readonly ends: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
}

/**
 * Computes where a booking of `appointments` is in the queue: its stage, the instant by which its
 * stage is ordered, whether it is late, delayed or skipped, whether its time is over, and the next instant at
 * which the clock changes any of that. Nothing else orders the queue (decision 0056).
 * A clinic's consultation begins and ends by a press; a turf's game is played while its time lasts,
 * or from its start by a press on.
 */
export function placeInQueue(type: BusinessType, { starts, ends, now }: Moments): RawBuilder<unknown> {
  const grace = sql`interval '${sql.raw(String(lateMinutes))} minutes'`;
  const late = sql`${starts} + ${grace}`;
  const isMissing = sql`appointments.arrived_at is null`;
  // A person who has not come is expected at the time that they said.
  const due = sql`${starts} + make_interval(mins => appointments.delay_min)`;
  const isDelayed = sql`appointments.delay_min > 0 and ${isMissing}`;
  const isOver = type === 'turf' ? sql`${now} >= ${ends}` : sql`false`;
  const isIn =
    type === 'turf'
      ? sql`not (${isOver}) and (appointments.started_at is not null or ${now} >= ${starts})`
      : sql`appointments.started_at is not null`;
  const inSince = type === 'turf' ? starts : sql`appointments.started_at`;
  const comesByArrival = sql`not (${isOver}) and (appointments.walk_in or appointments.arrived_at > ${late})`;
  const ahead = (instant: RawBuilder<unknown>) => sql`case when ${instant} > ${now} then ${instant} end`;
  // Nobody waits for a person who did not answer: they are last of those who are here (decision 0153).
  const isSkipped =
    type === 'turf'
      ? sql`false`
      : sql`(appointments.started_at is null and coalesce(appointments.skipped_at >= appointments.arrived_at, false))`;
  const turns = type === 'turf' ? sql`${ahead(starts)}, ${ahead(ends)}` : sql`null`;
  return sql`select
    case when ${isIn} then 0 when appointments.arrived_at is not null then 1 else 2 end as stage,
    case when ${isIn} then ${inSince} when ${comesByArrival} then appointments.arrived_at
      when ${isMissing} then ${due} else ${starts} end as since,
    not appointments.walk_in and appointments.started_at is null and (case when ${isMissing} then ${now} > ${due} + ${grace} else appointments.arrived_at > ${late} end) as is_late,
    ${isDelayed} and not (${isIn}) and ${now} < ${due} as is_delayed,
    ${isSkipped} as is_skipped,
    ${isOver} as is_over,
    least(${turns}, case when ${isDelayed} then ${ahead(due)} end,
      case when ${isMissing} then ${ahead(sql`${due} + ${grace} + interval '1 millisecond'`)} end) as changes_at`;
}

/** The stages by their number. */
export const stages = QueueStage.options;
