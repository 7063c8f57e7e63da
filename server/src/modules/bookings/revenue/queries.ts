import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';
import { isPastKey, hidden, type Key, type ListOrder, type Visibility, visible } from '../appointments/visibility-queries.ts';

/**
 * Whether a booking counts as revenue. The database's function (migration 0025) is the one definition: the triggers of the tallies and the
 * integrity check call it too, and a test compares it with `countsAsRevenue` of the contract.
 */
export const isRevenue = sql<boolean>`is_revenue(appointments.status, appointments.amount_paise)`;

/** Days in India, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A sum in paise and the number of its bookings. */
export interface Sum {
  readonly total: number;
  readonly bookings: number;
}

export async function sumRevenue(tx: Tx, { from, to }: DayRange): Promise<Sum> {
  return tx
    .selectFrom('day_tallies')
    .select([
      sql<number>`coalesce(sum(revenue_paise), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(revenue_bookings), 0)::int`.as('bookings'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
}

export async function sumByDay(tx: Tx, { from, to }: DayRange): Promise<(Sum & { date: string })[]> {
  return tx
    .selectFrom('day_tallies')
    .select(['day as date', 'revenue_paise as total', 'revenue_bookings as bookings'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('revenue_bookings', '>', 0)
    .orderBy('day')
    .execute();
}

/** Sums by the recorded text of the payment method; empty where none was recorded. */
export async function sumByPaymentText(tx: Tx, { from, to }: DayRange): Promise<(Sum & { text: string })[]> {
  return tx
    .selectFrom('payment_tallies')
    .select(['payment_method as text', sql<number>`sum(paise)::bigint`.as('total'), sql<number>`sum(bookings)::int`.as('bookings')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('bookings', '>', 0)
    .groupBy('payment_method')
    .execute();
}

/** Counts the bookings of a range that count as revenue and that the plan hides. */
export async function countHiddenRevenue(
  tx: Tx,
  { from, to }: DayRange,
  { order, visibility }: { order: ListOrder; visibility: Visibility },
): Promise<number> {
  if (visibility === 'everything') return 0;
  const { count } = await tx
    .selectFrom('appointments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('appointment_date', '>=', from)
    .where('appointment_date', '<=', to)
    .where(isRevenue)
    .where(hidden(order, visibility))
    .executeTakeFirstOrThrow();
  return count;
}

export type RevenueRow = Awaited<ReturnType<typeof listRevenueRows>>[number];

/** Newest first; `after` is the key of the previous row. */
export async function listRevenueRows(
  tx: Tx,
  range: DayRange,
  { order, visibility }: { order: ListOrder; visibility: Visibility },
  page: { after?: Key | undefined; limit?: number } = {},
) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'person_name', 'person_contact', 'appointment_date', 'appointment_time', 'reference', 'amount_paise', 'payment_method'])
    .where('appointment_date', '>=', range.from)
    .where('appointment_date', '<=', range.to)
    .where(isRevenue)
    .where(visible(order, visibility))
    .where(page.after ? isPastKey('turf', page.after, 'after') : sql<boolean>`true`)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc')
    .$if(page.limit !== undefined, (query) => query.limit(page.limit ?? 0))
    .execute();
}
