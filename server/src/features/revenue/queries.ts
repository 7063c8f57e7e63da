import { sql } from 'kysely';
import type { Tx } from '../../db/tenant.ts';
import { besideKey, type Key, type ListOrder, type Visibility, visible } from '../appointments/index.ts';
import { isRevenue } from './revenue-queries.ts';

/** Days in India, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Paise, and how many bookings they come from. */
export interface Sum {
  readonly total: number;
  readonly bookings: number;
}

const total = sql<number>`coalesce(sum(amount_paise), 0)::bigint`.as('total');
const bookings = sql<number>`count(*)::int`.as('bookings');

export async function sumRevenue(tx: Tx, range: DayRange): Promise<Sum> {
  return revenueOf(tx, range).select([total, bookings]).executeTakeFirstOrThrow();
}

export async function sumByDay(tx: Tx, range: DayRange): Promise<(Sum & { date: string })[]> {
  return revenueOf(tx, range)
    .select(['appointment_date as date', total, bookings])
    .groupBy('appointment_date')
    .orderBy('appointment_date')
    .execute();
}

/** By the text that each payment's method was noted with. */
export async function sumByPaymentText(tx: Tx, range: DayRange): Promise<(Sum & { text: string | null })[]> {
  return revenueOf(tx, range).select(['payment_method as text', total, bookings]).groupBy('payment_method').execute();
}

export type RevenueRow = Awaited<ReturnType<typeof listRevenueRows>>[number];

/** Newest first; `after` is the place of the row before. */
export async function listRevenueRows(
  tx: Tx,
  range: DayRange,
  { order, visibility }: { order: ListOrder; visibility: Visibility },
  page: { after?: Key | undefined; limit?: number } = {},
) {
  return revenueOf(tx, range)
    .select(['id', 'person_name', 'person_contact', 'appointment_date', 'appointment_time', 'reference', 'amount_paise', 'payment_method'])
    .where(visible(order, visibility))
    .where(page.after ? besideKey('turf', page.after, 'after') : sql<boolean>`true`)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc')
    .$if(page.limit !== undefined, (query) => query.limit(page.limit ?? 0))
    .execute();
}

function revenueOf(tx: Tx, { from, to }: DayRange) {
  return tx.selectFrom('appointments').where('appointment_date', '>=', from).where('appointment_date', '<=', to).where(isRevenue);
}
