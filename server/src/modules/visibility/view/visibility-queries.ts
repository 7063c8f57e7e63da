import type { BusinessType } from '@samay/contract/core/roles';
import type { Usage } from '@samay/contract/tenancy/plans';
import { type Expression, sql, type SqlBool } from 'kysely';
import { run } from '../../../db/transaction.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, TenantWork, Tx } from '../../../db/tenant.ts';
import { usageAt } from '../../tenancy/index.ts';

/**
 * The order of the list, by business type: a clinic's days run from latest to earliest and each day
 * from morning to evening, a turf's days and times both from latest to earliest.
 */
export type ListOrder = BusinessType;

/** The sort key of a booking in list order. `time` is `HH:MM` or `HH:MM:SS`, up to `24:00`. */
export interface Key {
  readonly date: string;
  readonly time: string;
  readonly id: string;
}

/**
 * The rows that the plan shows: everything, or in its current cycle only those up to `last` in list
 * order (none without `last`). Rows are ranked before any search or filter.
 */
export type Visibility =
  | 'everything'
  | {
      readonly start: string;
      readonly end: string;
      readonly last: Key | undefined;
      /** The business, within a statement. */
      readonly tenantId?: TenantId;
    };

/** The bookings that a caller sees: the order of the list, and the rows that the plan shows. */
export interface ListView {
  readonly order: ListOrder;
  readonly visibility: Visibility;
}

/** Orders a query over appointments in list order, or in the reverse order. */
export function inListOrder<Q extends { orderBy(expression: Expression<unknown>): Q }>(
  query: Q,
  order: ListOrder,
  reversed = false,
): Q {
  return query.orderBy(listOrder(order, reversed));
}

/** Returns the sort keys of the list order, or of the reverse order. */
export function listOrder(order: ListOrder, reversed = false): Expression<unknown> {
  const [down, up] = reversed ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  const within = order === 'doctor' ? up : down;
  return sql`appointments.appointment_date ${sql.raw(down)}, appointments.appointment_time ${sql.raw(within)}, appointments.id ${sql.raw(within)}`;
}

/** Matches the rows after a key in list order, or before it. */
export function isPastKey(order: ListOrder, key: Key, side: 'after' | 'before'): Expression<SqlBool> {
  const sign = (isLater: boolean) => sql.raw(isLater ? '>' : '<');
  const later = side === 'before';
  if (order === 'turf') {
    return sql<SqlBool>`(appointments.appointment_date, appointments.appointment_time, appointments.id)
      ${sign(later)} (${key.date}::date, ${key.time}::time, ${key.id}::uuid)`;
  }
  // Compares twice: the first comparison is for the index, the second is exact.
  return sql<SqlBool>`appointments.appointment_date ${sign(later)}= ${key.date}::date and (
    appointments.appointment_date ${sign(later)} ${key.date}::date
    or (appointments.appointment_time, appointments.id) ${sign(!later)} (${key.time}::time, ${key.id}::uuid))`;
}

/** Matches the rows that the plan shows. */
export function visible(order: ListOrder, visibility: Visibility): Expression<SqlBool> {
  return visibility === 'everything' ? sql<SqlBool>`true` : sql<SqlBool>`not (${hidden(order, visibility)})`;
}

/**
 * Matches the rows that the plan hides. One that takes no place of it is never hidden: their ids are
 * read once, so that every index with an id answers without the table.
 */
export function hidden(
  order: ListOrder,
  { start, end, last, tenantId }: Exclude<Visibility, 'everything'>,
): Expression<SqlBool> {
  const beyond = last ? isPastKey(order, last, 'after') : sql<SqlBool>`true`;
  return sql<SqlBool>`appointments.appointment_date >= ${start}::date and appointments.appointment_date < ${end}::date
    and (${beyond}) and appointments.id <> all(array(select own.id from appointments as own
      where own.tenant_id = ${tenantId}::uuid and not own.counts_in_plan
        and own.appointment_date >= ${start}::date and own.appointment_date < ${end}::date))`;
}

/**
 * Reads the visibility of the bookings in the current cycle, within a transaction. While nothing is
 * hidden, nothing is ranked.
 */
export async function visibilityIn(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'> & { readonly businessType: ListOrder },
): Promise<{ visibility: Visibility; usage: Usage }> {
  const usage = await usageAt(tx, work);
  return {
    visibility: await findVisibility(usage, async () => run(tx, work, keyAtLimit(usage, work.businessType))),
    usage,
  };
}

/**
 * Returns the visibility by the plan's usage; `readKey` reads the rows of `keyAtLimit` if they are
 * needed.
 */
export async function findVisibility(usage: Usage, readKey: () => Promise<KeyRow[]>): Promise<Visibility> {
  if (usage.hidden === 0) return 'everything';
  const [row] = usage.limit === 0 ? [] : await readKey();
  const last = row && { date: row.appointment_date, time: row.appointment_time, id: row.id };
  return { start: usage.cycleStart, end: usage.cycleEnd, last };
}

interface KeyRow {
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly id: string;
}

/**
 * Selects the key of the last booking of the cycle that the plan shows: the `limit`-th in list
 * order; no row when there are fewer. The tallies give its day, so that only that day's bookings
 * are counted.
 */
export function keyAtLimit({ cycleStart, cycleEnd, limit }: Usage, order: ListOrder): Statement<KeyRow> {
  return readKeyAtLimit({ start: cycleStart, end: cycleEnd, limit }, { order });
}

interface Limited {
  readonly start: string;
  readonly end: string;
  readonly limit: number;
}

const readKeyAtLimit = statement<Limited, KeyRow, { order: ListOrder }>((db, values, { order }) =>
  inListOrder(db.with('cut', () => dayAtLimit(values)).selectFrom('appointments'), order)
    .select(['appointment_date', 'appointment_time', 'id'])
    .where('tenant_id', '=', values.tenantId)
    .where('appointment_date', '=', sql<string>`(select day from cut)`)
    .where('counts_in_plan', '=', true)
    .offset(sql<number>`(select place - 1 from cut)`)
    .limit(1),
);

/**
 * Selects the day of the `limit`-th booking counted from the cycle's end, and its position within
 * that day.
 */
function dayAtLimit({ tenantId, start, end, limit }: Limited & { readonly tenantId: string }) {
  return sql<{ day: string; place: number }>`(
    select day, ${limit}::int - later as place from (
      select day, bookings, sum(bookings) over (order by day desc) - bookings as later from (
        select day, scheduled + completed + cancelled + no_show - uncounted as bookings from day_tallies
        where tenant_id = ${tenantId}::uuid and day >= ${start}::date and day < ${end}::date
      ) as counted
    ) as ranked
    where later < ${limit}::int and later + bookings >= ${limit}::int)`;
}
