import { paymentPatterns, otherPaymentMethod, type PaymentMethod } from '@samay/contract/core/money';
import type { DayRange } from '@samay/contract/core/day-range';
import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import { shownStatement, hidden, type Key, type ListView, visible } from '../../visibility/index.ts';

/**
 * Returns whether a booking counts as revenue, for sums over bookings. The verbs, which change the
 * tallies, use the contract's `countsAsRevenue`; a test compares the two.
 */
export const isRevenue = sql<boolean>`is_revenue(appointments.status, appointments.revenue_paise)`;

/** Returns whether a booking that counts as revenue has an amount, with late money. */
export const isPaid = sql<boolean>`is_revenue(appointments.status, appointments.amount_paise)`;

/** A sum in paise and the number of its bookings. */
export interface Sum {
  readonly total: number;
  readonly bookings: number;
}

/** A sum of revenue, its part for bookings of earlier, locked months, and that of cancellation fees. */
export interface RevenueSum extends Sum {
  readonly earlier: number;
  readonly fees: number;
}

/** The revenue of a day, with late money and cancellation fees, which count no booking. */
export const dayRevenue = sql<number>`(revenue_paise + late_paise + fee_paise)`;

/** The revenue of a day by a method. */
export const methodRevenue = sql<number>`(paise + late_paise + fee_paise)`;

/** Matches the days and methods with revenue. */
export const hasMethodRevenue = sql<boolean>`(bookings > 0 or late_paise <> 0 or fee_paise > 0)`;

/** Sums revenue. One row. */
export const sumRevenue = statement<DayRange, RevenueSum>((db, { tenantId, from, to }) =>
  db
    .selectFrom('day_tallies')
    .select([
      sql<number>`coalesce(sum(${dayRevenue}), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(late_paise), 0)::bigint`.as('earlier'),
      sql<number>`coalesce(sum(fee_paise), 0)::bigint`.as('fees'),
      sql<number>`coalesce(sum(revenue_bookings), 0)::int`.as('bookings'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .where('day', '<=', to),
);

export const sumByDay = statement<DayRange, Sum & { date: string }>((db, { tenantId, from, to }) =>
  db
    .selectFrom('day_tallies')
    .select(['day as date', dayRevenue.as('total'), 'revenue_bookings as bookings'])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where(sql<boolean>`(revenue_bookings > 0 or late_paise <> 0 or fee_paise > 0)`)
    .orderBy('day'),
);

/** Sums revenue by the recorded text of the payment method; empty where none was recorded. */
export const sumByPaymentText = statement<DayRange, Sum & { text: string }>((db, { tenantId, from, to }) =>
  db
    .selectFrom('payment_tallies')
    .select([
      'payment_method as text',
      sql<number>`sum(${methodRevenue})::bigint`.as('total'),
      sql<number>`sum(bookings)::int`.as('bookings'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where(hasMethodRevenue)
    .groupBy('payment_method'),
);

/**
 * Counts the revenue bookings of a range that the plan hides, in one row; undefined where it hides
 * nothing.
 */
export function countHiddenRevenue(
  view: ListView,
  { from, to, method, resource }: DayRange & Narrowed,
): Statement<{ count: number }> | undefined {
  const asked = { method, resource };
  return view.visibility === 'everything'
    ? undefined
    : countHidden(view, { from, to, ...narrowValues(asked) }, narrowShape(asked));
}

const countHidden = shownStatement<DayRange & NarrowValues, { count: number }, NarrowShape>(
  (_, { order, visibility }, values, shape) => {
    const { tenantId } = values;
    const beyond = visibility === 'everything' ? sql<boolean>`false` : hidden(order, visibility);
    return sql<{ count: number }>`select count(*)::int as count from appointments
      where tenant_id = ${tenantId} and (${isEarned(values)} or ${isFee(values)}) and ${beyond} and ${isNarrowedTo(values, shape)}`;
  },
);

/** Matches the bookings of a range that count as revenue. */
function isEarned({ from, to }: { readonly from: unknown; readonly to: unknown }): RawBuilder<boolean> {
  return sql<boolean>`(appointments.appointment_date between ${from}::date and ${to}::date and ${isRevenue})`;
}

/** Matches the bookings of which a cancellation fee was kept in a range. */
function isFee({ from, to }: { readonly from: unknown; readonly to: unknown }): RawBuilder<boolean> {
  return sql<boolean>`(appointments.kept_on between ${from}::date and ${to}::date and appointments.revenue_paise > 0)`;
}

/** The filters of a list of transactions. */
export interface Narrowed {
  readonly method?: PaymentMethod | undefined;
  /** The id of a doctor, court or part, or `none` for bookings with none. */
  readonly resource?: string | undefined;
}

interface NarrowValues {
  readonly method: string;
  readonly resource: string;
}

type NarrowShape = { readonly ofMethod: boolean; readonly of: 'all' | 'none' | 'one' };

function narrowValues({ method = 'Online', resource = '' }: Narrowed): NarrowValues {
  return { method, resource };
}

function narrowShape({ method, resource }: Narrowed): NarrowShape {
  return {
    ofMethod: method !== undefined,
    of: resource === undefined ? 'all' : resource === 'none' ? 'none' : 'one',
  };
}

function isNarrowedTo(
  { method, resource }: NarrowValues,
  { ofMethod, of }: NarrowShape,
): RawBuilder<boolean> {
  const paid = ofMethod ? isPaidBy(method) : sql<boolean>`true`;
  if (of === 'all') return paid;
  return of === 'none'
    ? sql<boolean>`${paid} and appointments.resource_id is null`
    : sql<boolean>`${paid} and appointments.resource_id = ${resource}::uuid`;
}

/**
 * Matches the bookings with money by a method, classified as the contract's
 * `classifyPaymentMethod` does; a test compares them.
 */
function isPaidBy(method: unknown): RawBuilder<boolean> {
  const classified = sql`case ${sql.join(
    paymentPatterns.map(
      ([name, pattern]) => sql`when word ~ ${sql.lit(pattern.source)} then ${sql.lit(name)}`,
    ),
    sql` `,
  )} else ${sql.lit(otherPaymentMethod)} end`;
  return sql<boolean>`exists (select from jsonb_object_keys(appointments.paid_by) as paid (method)
    cross join lateral (select lower(regexp_replace(paid.method, '[\\s_-]+', '', 'g')) as word) as noted
    where ${classified} = ${method})`;
}

export interface RevenueRow {
  readonly id: string;
  /** Whether it is a cancellation fee: its date is the day on which it was kept. */
  readonly is_fee: boolean;
  readonly person_name: string;
  readonly person_contact: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly reference: string;
  readonly amount_paise: number | null;
  readonly payment_method: string | null;
  readonly service_name: string | null;
  readonly price_paise: number | null;
  readonly charges_paise: number;
  readonly discount_paise: number;
  readonly allowed_paise: number;
  /** The doctor or court, by its present name. */
  readonly resource_name: string | null;
}

interface Page extends DayRange, Narrowed {
  readonly after: Key | undefined;
  readonly limit: number;
}

/** Lists revenue bookings and cancellation fees, newest first; `after` is the key of the previous row. */
export function listRevenueRows(
  view: ListView,
  { from, to, after, limit, ...asked }: Page,
): Statement<RevenueRow> {
  const key = { keyDate: after?.date ?? '', keyTime: after?.time ?? '', keyId: after?.id ?? '' };
  const values = { from, to, ...key, limit, ...narrowValues(asked) };
  return selectRevenueRows(view, values, { isFirst: after === undefined, ...narrowShape(asked) });
}

interface RowValues extends DayRange, NarrowValues {
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
}

const selectRevenueRows = shownStatement<RowValues, RevenueRow, NarrowShape & { isFirst: boolean }>(
  (_, { order, visibility }, values, { isFirst, ...narrow }) => {
    const { tenantId, keyDate, keyTime, keyId, limit } = values;
    const newest = (day: RawBuilder<unknown>, isListed: RawBuilder<boolean>, fee: boolean) => {
      const isPast = isFirst
        ? sql<boolean>`true`
        : sql<boolean>`(${day}, appointments.appointment_time, appointments.id)
            < (${keyDate}::date, ${keyTime}::time, ${keyId}::uuid)`;
      return sql`(select id, ${sql.lit(fee)} as is_fee, person_name, person_contact, ${day} as appointment_date,
          appointment_time, reference, revenue_paise, payment_method, service_name, price_paise, charges_paise,
          discount_paise, allowed_paise, resource_id, doctor
        from appointments
        where tenant_id = ${tenantId} and ${isListed} and ${visible(order, visibility)}
          and ${isNarrowedTo(values, narrow)} and ${isPast}
        order by ${day} desc, appointment_time desc, id desc limit ${limit})`;
    };
    return sql<RevenueRow>`select earned.id, earned.is_fee, earned.person_name, earned.person_contact,
        earned.appointment_date, earned.appointment_time, earned.reference, earned.revenue_paise as amount_paise,
        earned.payment_method, earned.service_name, earned.price_paise, earned.charges_paise, earned.discount_paise,
        earned.allowed_paise, coalesce((select name from resources
          where resources.tenant_id = ${tenantId} and resources.id = earned.resource_id), earned.doctor) as resource_name
      from (${newest(sql`appointments.appointment_date`, isEarned(values), false)}
        union all ${newest(sql`appointments.kept_on`, isFee(values), true)}) as earned
      order by earned.appointment_date desc, earned.appointment_time desc, earned.id desc limit ${limit}`;
  },
);
