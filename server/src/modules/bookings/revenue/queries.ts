import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import { shownStatement } from '../appointments/shown-queries.ts';
import { hidden, isPastKey, type Key, type ListView, visible } from '../appointments/visibility-queries.ts';

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

/** One row. */
export const sumRevenue = statement<DayRange, Sum>((db, { tenantId, from, to }) =>
  db
    .selectFrom('day_tallies')
    .select([
      sql<number>`coalesce(sum(revenue_paise), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(revenue_bookings), 0)::int`.as('bookings'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .where('day', '<=', to),
);

export const sumByDay = statement<DayRange, Sum & { date: string }>((db, { tenantId, from, to }) =>
  db
    .selectFrom('day_tallies')
    .select(['day as date', 'revenue_paise as total', 'revenue_bookings as bookings'])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('revenue_bookings', '>', 0)
    .orderBy('day'),
);

/** Sums by the recorded text of the payment method; empty where none was recorded. */
export const sumByPaymentText = statement<DayRange, Sum & { text: string }>((db, { tenantId, from, to }) =>
  db
    .selectFrom('payment_tallies')
    .select(['payment_method as text', sql<number>`sum(paise)::bigint`.as('total'), sql<number>`sum(bookings)::int`.as('bookings')])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('bookings', '>', 0)
    .groupBy('payment_method'),
);

/** Counts the bookings of a range that count as revenue and that the plan hides, in one row; undefined where it hides nothing. */
export function countHiddenRevenue(view: ListView, { from, to }: DayRange): Statement<{ count: number }> | undefined {
  return view.visibility === 'everything' ? undefined : countHidden(view, { from, to });
}

const countHidden = shownStatement<DayRange, { count: number }>((db, { order, visibility }, { tenantId, from, to }) =>
  db
    .selectFrom('appointments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('appointment_date', '>=', from)
    .where('appointment_date', '<=', to)
    .where(isRevenue)
    .where(visibility === 'everything' ? sql<boolean>`false` : hidden(order, visibility)),
);

export interface RevenueRow {
  readonly id: string;
  readonly person_name: string;
  readonly person_contact: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly reference: string;
  readonly amount_paise: number | null;
  readonly payment_method: string | null;
  readonly service_name: string | null;
}

interface Page extends DayRange {
  readonly after: Key | undefined;
  readonly limit: number;
}

/** Newest first; `after` is the key of the previous row. */
export function listRevenueRows(view: ListView, { from, to, after, limit }: Page): Statement<RevenueRow> {
  const key = { keyDate: after?.date ?? '', keyTime: after?.time ?? '', keyId: after?.id ?? '' };
  return selectRevenueRows(view, { from, to, ...key, limit }, { isFirst: after === undefined });
}

interface RowValues extends DayRange {
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
}

const selectRevenueRows = shownStatement<RowValues, RevenueRow, { isFirst: boolean }>(
  (db, { order, visibility }, { tenantId, from, to, keyDate, keyTime, keyId, limit }, { isFirst }) =>
    db
      .selectFrom('appointments')
      .select([
        'id',
        'person_name',
        'person_contact',
        'appointment_date',
        'appointment_time',
        'reference',
        'amount_paise',
        'payment_method',
        'service_name',
      ])
      .where('tenant_id', '=', tenantId)
      .where('appointment_date', '>=', from)
      .where('appointment_date', '<=', to)
      .where(isRevenue)
      .where(visible(order, visibility))
      .$if(!isFirst, (query) => query.where(isPastKey('turf', { date: keyDate, time: keyTime, id: keyId }, 'after')))
      .orderBy('appointment_date', 'desc')
      .orderBy('appointment_time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
);
