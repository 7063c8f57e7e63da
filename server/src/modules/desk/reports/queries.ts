import type { DayRange } from '@samay/contract/core/day-range';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { owedPaise } from '../../bookings/index.ts';
import { bookName } from '../../ledger/index.ts';

// Reads the sums of the reports. Bookings *of the range* are scheduled or completed and dated in it;
// the sum of all rows of money of such a booking, of any day, is its amount. Late rows, which are for
// bookings of locked days, are revenue of their own day instead of the booking's. Money that is
// kept of cancelled and missed bookings is revenue of the day on which it was kept: a cancellation fee.

const ofRange = (from: unknown, to: unknown) =>
  sql<boolean>`appointments.status in ('scheduled', 'completed')
    and appointments.appointment_date between ${from}::date and ${to}::date`;

const isFeeIn = (from: unknown, to: unknown) =>
  sql<boolean>`appointments.kept_on between ${from}::date and ${to}::date`;

const isLateIn = (from: unknown, to: unknown) =>
  sql<boolean>`payments.is_late and payments.taken_on between ${from}::date and ${to}::date`;

/** A sum by doctor or court and by service. */
interface ByBooking {
  readonly resource_id: string | null;
  readonly resource_name: string | null;
  readonly service_id: string | null;
  readonly service_name: string | null;
}

/** Selects grouped bookings with the names that `joinNames` joins. */
const bookingNames = sql`grouped.resource_id, resources.name as resource_name, grouped.service_id,
  services.name as service_name, grouped.paise`;
const joinNames = (tenantId: unknown) =>
  sql`left join resources on resources.tenant_id = ${tenantId} and resources.id = grouped.resource_id
    left join services on services.tenant_id = ${tenantId} and services.id = grouped.service_id`;

export interface RevenueRow extends ByBooking {
  readonly paise: number;
  readonly bookings: number;
}

/** Sums the revenue of a range by doctor or court and by service. */
export const sumRevenueByBooking = statement<DayRange, RevenueRow>(
  (_, { tenantId, from, to }) => sql<RevenueRow>`select ${bookingNames}, grouped.bookings from (
      select resource_id, service_id, sum(paise)::bigint as paise, sum(bookings)::int as bookings from (
        select resource_id, service_id, revenue_paise as paise, 1 as bookings from appointments
        where tenant_id = ${tenantId} and is_revenue(status, revenue_paise)
          and appointment_date between ${from}::date and ${to}::date
        union all
        select resource_id, service_id, revenue_paise, 0 from appointments
        where tenant_id = ${tenantId} and revenue_paise > 0 and ${isFeeIn(from, to)}
        union all
        select booking.resource_id, booking.service_id, payments.paise, 0
        from payments cross join lateral (select resource_id, service_id from appointments
          where appointments.tenant_id = ${tenantId} and appointments.id = payments.appointment_id limit 1) as booking
        where payments.tenant_id = ${tenantId} and ${isLateIn(from, to)}
      ) as earned group by resource_id, service_id
    ) as grouped ${joinNames(tenantId)}`,
);

/** A sum of the money of bookings of the range, by when it was taken. */
export interface RevenueMoneyRow {
  readonly taken_by: string | null;
  readonly name: string | null;
  readonly taken: 'before' | 'within' | 'after' | 'spent' | 'kept' | 'imported';
  /** Whether it is money of a cancellation fee that was kept in the range. */
  readonly is_fee: boolean;
  readonly paise: number;
}

/** Sums the money of the bookings of a range by user, and by when it was taken. */
export const sumRevenueMoney = statement<DayRange, RevenueMoneyRow>(
  (
    _,
    { tenantId, from, to },
  ) => sql<RevenueMoneyRow>`select grouped.taken_by, grouped.taken, grouped.is_fee, grouped.paise, ${bookName(tenantId, 'grouped.taken_by')} as name
    from (
      select payments.taken_by, payments.is_fee,
        case when source = 'imported' then 'imported' when kind = 'transfer' and paise > 0 then 'spent' when kind = 'transfer' then 'kept'
          when taken_on < ${from}::date then 'before' when taken_on > ${to}::date then 'after' else 'within' end as taken,
        sum(paise)::bigint as paise
      from (
        select payments.taken_by, payments.kind, payments.source, payments.taken_on, payments.paise, false as is_fee from appointments join payments
          on payments.tenant_id = ${tenantId} and payments.appointment_id = appointments.id and not payments.is_late
        where appointments.tenant_id = ${tenantId} and ${ofRange(from, to)}
        union all
        select payments.taken_by, payments.kind, payments.source, payments.taken_on, payments.paise, true from appointments join payments
          on payments.tenant_id = ${tenantId} and payments.appointment_id = appointments.id and not payments.is_late
        where appointments.tenant_id = ${tenantId} and ${isFeeIn(from, to)}
        union all
        select taken_by, kind, source, taken_on, paise, false from payments
        where tenant_id = ${tenantId} and ${isLateIn(from, to)}
      ) as payments
      group by 1, 2, 3
    ) as grouped`,
);

/** A sum of money that was received in the range, by what it was taken for. */
export interface ReceivedRow extends ByBooking {
  readonly method: string | null;
  readonly taken_by: string | null;
  readonly name: string | null;
  readonly taken_for: 'range' | 'earlier' | 'later' | 'ended' | 'fee' | 'advance';
  readonly kind: string;
  readonly paise: number;
}

/** Sums the money that was received in a range by everything that the reports divide it by. */
export const sumReceivedMoney = statement<DayRange, ReceivedRow>(
  (
    _,
    { tenantId, from, to },
  ) => sql<ReceivedRow>`select ${bookingNames}, grouped.method, grouped.taken_by, grouped.kind, grouped.taken_for,
      ${bookName(tenantId, 'grouped.taken_by')} as name
    from (
      select appointments.resource_id, appointments.service_id, payments.method, payments.taken_by, payments.kind,
        case when payments.is_late then 'range' when payments.appointment_id is null then 'advance'
          when ${isFeeIn(from, to)} then 'range' when appointments.kept_on is not null then 'fee'
          when appointments.status not in ('scheduled', 'completed') then 'ended'
          when appointments.appointment_date < ${from}::date then 'earlier'
          when appointments.appointment_date > ${to}::date then 'later' else 'range' end as taken_for,
        sum(payments.paise)::bigint as paise
      from payments left join appointments
        on appointments.tenant_id = ${tenantId} and appointments.id = payments.appointment_id
      where payments.tenant_id = ${tenantId} and payments.taken_on between ${from}::date and ${to}::date
        and payments.kind <> 'transfer' and payments.source <> 'imported'
      group by 1, 2, 3, 4, 5, 6
    ) as grouped ${joinNames(tenantId)}`,
);

export interface DiscountRow {
  readonly reason: string;
  readonly by: string | null;
  readonly name: string | null;
  readonly bookings: number;
  readonly paise: number;
  /** The sum of all lines, also of those that are not listed. */
  readonly total: number;
}

/** Sums the discounts that were given in a range by reason and user, largest first. */
export const sumDiscounts = statement<DayRange & { limit: number }, DiscountRow>(
  (
    _,
    { tenantId, from, to, limit },
  ) => sql<DiscountRow>`select grouped.reason, grouped.by, grouped.bookings, grouped.paise, grouped.total,
      ${bookName(tenantId, 'grouped.by')} as name
    from (
      select reason, given_by as by, count(distinct appointment_id)::int as bookings, sum(paise)::bigint as paise,
        (sum(sum(paise)) over ())::bigint as total
      from discounts
      where tenant_id = ${tenantId} and given_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
        and given_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'
      group by reason, given_by
      order by sum(paise) desc, reason, given_by limit ${limit}
    ) as grouped`,
);

export interface AdvanceSums {
  readonly before: number;
  readonly taken: number;
  readonly returned: number;
  readonly voided: number;
  readonly kept: number;
  readonly spent: number;
  readonly held: number;
}

/** Sums how the advances of all people changed in a range. One row. */
export const sumAdvances = statement<DayRange, AdvanceSums>((db, { tenantId, from, to }) => {
  const within = (what: string) =>
    sql<number>`coalesce(sum(paise) filter (where taken_on >= ${from}::date and ${sql.raw(what)}), 0)::bigint`;
  return db
    .selectFrom('payments')
    .select([
      sql<number>`coalesce(sum(paise) filter (where taken_on < ${from}::date), 0)::bigint`.as('before'),
      within("kind not in ('refund', 'void', 'transfer')").as('taken'),
      within("kind = 'refund'").as('returned'),
      within("kind = 'void'").as('voided'),
      within("kind = 'transfer' and paise > 0").as('kept'),
      within("kind = 'transfer' and paise < 0").as('spent'),
      sql<number>`coalesce(sum(paise), 0)::bigint`.as('held'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('patient_id', 'is not', null)
    .where('taken_on', '<=', to);
});

export interface HolderRow {
  readonly id: string;
  readonly name: string;
  readonly paise: number;
  /** The number of all who have an advance. */
  readonly people: number;
}

/** Lists who has an advance at the end of a day, the largest first; people shown together are one. */
export const listHolders = statement<{ to: string; limit: number }, HolderRow>(
  (_, { tenantId, to, limit }) => sql<HolderRow>`select grouped.id, shown.name, grouped.paise, grouped.people
    from (
      select coalesce(patients.merged_into, patients.id) as id, sum(payments.paise)::bigint as paise,
        (count(*) over ())::int as people
      from payments join patients on patients.tenant_id = ${tenantId} and patients.id = payments.patient_id
      where payments.tenant_id = ${tenantId} and payments.patient_id is not null and payments.taken_on <= ${to}::date
      group by 1 having sum(payments.paise) > 0
      order by 2 desc, 1 limit ${limit}
    ) as grouped join patients as shown on shown.tenant_id = ${tenantId} and shown.id = grouped.id
    order by grouped.paise desc, grouped.id`,
);

export interface DueRow {
  /** The place of its age among the contract's `dueAges`. */
  readonly age: number;
  readonly bookings: number;
  readonly paise: number;
}

/** Sums what the bookings of a day and before owe, by the days since; `starts` begin the ages. */
export const sumDues = statement<{ today: string; starts: readonly number[] }, DueRow>(
  (_, { tenantId, today, starts }) => sql<DueRow>`select
      width_bucket(${today}::date - appointment_date, ${starts}::int[]) - 1 as age,
      count(*)::int as bookings, sum(${owedPaise})::bigint as paise
    from appointments
    where tenant_id = ${tenantId} and status in ('scheduled', 'completed') and ${owedPaise} > 0
      and appointment_date <= ${today}::date
    group by 1`,
);
