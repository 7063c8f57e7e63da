import type { BusinessType } from '@samay/contract/core/roles';
import type { Usage } from '@samay/contract/tenancy/plans';
import { type Expression, sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';
import { usageAt } from '../../tenancy/index.ts';

/**
 * The order of the list, by business type: a clinic's days run from latest to earliest and each day from morning to evening, a turf's days and
 * times both from latest to earliest (specification 7, "Appointment list").
 */
export type ListOrder = BusinessType;

/** The sort key of a booking in list order. `time` is `HH:MM` or `HH:MM:SS`, up to `24:00`. */
export interface Key {
  readonly date: string;
  readonly time: string;
  readonly id: string;
}

/**
 * Which rows the plan shows: everything, or in its current cycle only those up to `last` in list order (none without `last`). Rows are ranked
 * before any search or filter (decisions, "Plan limit").
 */
export type Visibility = 'everything' | { readonly start: string; readonly end: string; readonly last: Key | undefined };

/** The bookings that a caller sees: the order of the list, and the rows that the plan shows. */
export interface ListView {
  readonly order: ListOrder;
  readonly visibility: Visibility;
}

/** Orders a query over appointments in list order, or in the reverse order. */
export function inListOrder<Q extends { orderBy(expression: Expression<unknown>): Q }>(query: Q, order: ListOrder, reversed = false): Q {
  const [down, up] = reversed ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  const within = order === 'doctor' ? up : down;
  return query.orderBy(
    sql`appointments.appointment_date ${sql.raw(down)}, appointments.appointment_time ${sql.raw(within)}, appointments.id ${sql.raw(within)}`,
  );
}

/** Matches the rows after a key in list order, or before it. */
export function isPastKey(order: ListOrder, key: Key, side: 'after' | 'before'): Expression<SqlBool> {
  const sign = (isLater: boolean) => sql.raw(isLater ? '>' : '<');
  const later = side === 'before';
  if (order === 'turf') {
    return sql<SqlBool>`(appointments.appointment_date, appointments.appointment_time, appointments.id)
      ${sign(later)} (${key.date}::date, ${key.time}::time, ${key.id}::uuid)`;
  }
  // The first comparison is for the index; the second is exact.
  return sql<SqlBool>`appointments.appointment_date ${sign(later)}= ${key.date}::date and (
    appointments.appointment_date ${sign(later)} ${key.date}::date
    or (appointments.appointment_time, appointments.id) ${sign(!later)} (${key.time}::time, ${key.id}::uuid))`;
}

/** Matches the rows that the plan shows. */
export function visible(order: ListOrder, visibility: Visibility): Expression<SqlBool> {
  return visibility === 'everything' ? sql<SqlBool>`true` : sql<SqlBool>`not (${hidden(order, visibility)})`;
}

/** Matches the rows that the plan hides. */
export function hidden(order: ListOrder, { start, end, last }: Exclude<Visibility, 'everything'>): Expression<SqlBool> {
  const beyond = last ? isPastKey(order, last, 'after') : sql<SqlBool>`true`;
  return sql<SqlBool>`appointments.appointment_date >= ${start}::date and appointments.appointment_date < ${end}::date and (${beyond})`;
}

/** What the plan shows of the bookings in its current cycle, and how much of its limit is used. While nothing is hidden, nothing is ranked. */
export async function visibilityIn(
  tx: Tx,
  { now, businessType }: { readonly now: Date; readonly businessType: ListOrder },
): Promise<{ visibility: Visibility; usage: Usage }> {
  const usage = await usageAt(tx, now);
  if (usage.hidden === 0) return { visibility: 'everything', usage };
  const cycle = { start: usage.cycleStart, end: usage.cycleEnd };
  const last = usage.limit === 0 ? undefined : await findKeyAtLimit(tx, businessType, cycle, usage.limit);
  return { visibility: { ...cycle, last }, usage };
}

/**
 * The key of the last booking of the cycle that the plan shows: the `limit`-th in list order; undefined when there are fewer. The tallies give
 * its day, so that only that day's bookings are counted.
 */
async function findKeyAtLimit(tx: Tx, order: ListOrder, cycle: { start: string; end: string }, limit: number): Promise<Key | undefined> {
  const row = await inListOrder(tx.with('cut', () => dayAtLimit(cycle, limit)).selectFrom('appointments'), order)
    .select(['appointment_date', 'appointment_time', 'id'])
    .where('appointment_date', '=', sql<string>`(select day from cut)`)
    .offset(sql<number>`(select place - 1 from cut)`)
    .limit(1)
    .executeTakeFirst();
  return row && { date: row.appointment_date, time: row.appointment_time, id: row.id };
}

/** The day of the `limit`-th booking counted from the cycle's end, and its position within that day. */
function dayAtLimit({ start, end }: { start: string; end: string }, limit: number) {
  return sql<{ day: string; place: number }>`(
    select day, ${limit}::int - later as place from (
      select day, bookings, sum(bookings) over (order by day desc) - bookings as later from (
        select day, scheduled + completed + cancelled + no_show as bookings from day_tallies
        where day >= ${start}::date and day < ${end}::date
      ) as counted
    ) as ranked
    where later < ${limit}::int and later + bookings >= ${limit}::int)`;
}
