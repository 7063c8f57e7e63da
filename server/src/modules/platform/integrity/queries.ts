import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type InTenant, statement, updateRows } from '../../../db/statement.ts';
import { platformTenant } from '../../../db/tenant.ts';

export type CheckKind = Schema['integrity_checks']['kind'];
export type Json = Readonly<Record<string, unknown>>;

interface CheckRow {
  readonly tenant_id: string;
  readonly kind: CheckKind;
  readonly cursor: Json | null;
  readonly anchor: Json | null;
  readonly found: number;
  readonly findings: readonly string[];
}

/** Lists every business, the platform, and each erased business, whose log is kept, without a check. */
export const listMissingChecks = statement(
  (_, { kind }: { kind: CheckKind }) => sql<{ tenant_id: string }>`
    (select id as tenant_id from tenants union select ${platformTenant}::uuid union select subject_id from erasures where kind = 'tenant')
    except select tenant_id from integrity_checks where kind = ${kind}
    order by tenant_id`,
);

export const insertChecks = statement(
  (_, { kind, ids }: { kind: CheckKind; ids: readonly string[] }) => sql`
    insert into integrity_checks (tenant_id, kind) select id, ${kind}::text from unnest(${ids}::uuid[]) as missing (id)
    on conflict (tenant_id, kind) do nothing returning tenant_id`,
);

/** The due checks that are tried: other servers may be taking the first. */
const lookAhead = 16;

interface Due {
  readonly kind: CheckKind;
  readonly before: Date;
  readonly now: Date;
}

/**
 * Lists checks that are in progress or were last finished a day ago, or by a wrong clock, and that
 * are none of `failed`. They are listed without a lock and locked one business at a time (decision
 * 0075).
 */
export const listDueChecks = statement(
  (_, values: Due & { failed: readonly string[] }) => sql<{ tenant_id: string }>`
    select tenant_id from integrity_checks where ${isDue(values)} and tenant_id <> all(${values.failed}::uuid[])
    order by cursor is null, finished_at nulls first, tenant_id limit ${sql.lit(lookAhead)}`,
);

/** Locks a check that is still due, unless another server has it. */
export const lockDueCheck = statement(
  (_, values: InTenant & Due) => sql<CheckRow>`
    select tenant_id, kind, cursor, anchor, found, findings from integrity_checks
    where tenant_id = ${values.tenantId} and ${isDue(values)} for update skip locked`,
);

function isDue({ kind, before, now }: Due) {
  return sql`kind = ${kind} and (cursor is not null or finished_at is null or finished_at <= ${before} or finished_at > ${now})`;
}

/** Counts the checks whose last run found something. */
export const countBrokenChecks = statement((db) =>
  db
    .selectFrom('integrity_checks')
    .select(['kind', sql<number>`(count(*) filter (where last_found > 0))::int`.as('count')])
    .groupBy('kind'),
);

export const makeDue = statement((db) => db.updateTable('integrity_checks').set({ finished_at: null }));

/** Lists the checks that are unfinished or found something. */
export const listBroken = statement((db) =>
  db
    .selectFrom('integrity_checks')
    .select(['tenant_id', 'kind', 'last_findings'])
    .where((row) => row.or([row('last_found', '>', 0), row('finished_at', 'is', null)])),
);

/** Lists the checks whose last run found something, newest first. */
export const listBrokenChecks = statement((db, { limit }: { limit: number }) =>
  db
    .selectFrom('integrity_checks')
    .leftJoin('tenants', 'tenants.id', 'integrity_checks.tenant_id')
    .select(['tenant_id', 'tenants.name as tenant_name', 'kind', 'last_found', 'finished_at'])
    .where('last_found', '>', 0)
    .orderBy('finished_at', 'desc')
    .orderBy('tenant_id')
    .limit(limit),
);

/** Lists the next days with bookings or tallies. */
export const nextDays = statement(
  (_, { tenantId, since, most }: InTenant & { since: string; most: number }) => sql<{
    day: string;
  }>`with recursive booked as (
      (select appointment_date as day from appointments where tenant_id = ${tenantId} and appointment_date > ${since}::date
        order by appointment_date limit 1)
      union all
      select (select appointment_date from appointments where tenant_id = ${tenantId} and appointment_date > booked.day
        order by appointment_date limit 1)
      from booked where booked.day is not null)
    select day from (
      (select day from booked where day is not null limit ${most})
      union (select day from day_tallies where tenant_id = ${tenantId} and day > ${since}::date order by day limit ${most})
      union (select day from payment_tallies where tenant_id = ${tenantId} and day > ${since}::date order by day limit ${most})) as days
    order by day
    limit ${most}`,
);

/**
 * Lists the days whose tallies differ from the sums of their bookings, or with a booking whose
 * amount, discount or allowance differs from its rows, in one statement, so that it sees one moment.
 */
export const findWrongDays = statement(
  (_, { tenantId, from, to }: InTenant & { from: string; to: string }) => sql<{
    what: string;
  }>`with booked as (
      select appointment_date as day, status, revenue_paise, paid_by, counts_in_plan, source, is_revenue(status, revenue_paise) as counts
      from appointments where tenant_id = ${tenantId} and appointment_date between ${from}::date and ${to}::date),
    should_be as (
      select day, count(*) filter (where status = 'scheduled') as scheduled, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_show,
        count(*) filter (where counts) as revenue_bookings, coalesce(sum(revenue_paise) filter (where counts), 0) as revenue_paise,
        count(*) filter (where not counts_in_plan) as uncounted, count(*) filter (where not counts_in_plan and source <> 'imported') as first_days
      from booked group by day),
    is_kept as (
      select day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, uncounted, first_days from day_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date
        and (scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, uncounted, first_days) <> (0, 0, 0, 0, 0, 0, 0, 0)),
    paid as (
      select day, noted.method as payment_method, count(*) as bookings, sum(noted.paise::bigint) as paise
      from booked cross join lateral jsonb_each_text(paid_by) as noted (method, paise) where counts group by 1, 2),
    payment_kept as (
      select day, payment_method, bookings, paise from payment_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and (bookings, paise) <> (0, 0))
    select distinct 'day ' || coalesce(should_be.day, is_kept.day) as what from should_be full join is_kept using (day)
    where (should_be.scheduled, should_be.completed, should_be.cancelled, should_be.no_show, should_be.revenue_bookings, should_be.revenue_paise,
      should_be.uncounted, should_be.first_days)
      is distinct from (is_kept.scheduled, is_kept.completed, is_kept.cancelled, is_kept.no_show, is_kept.revenue_bookings, is_kept.revenue_paise, is_kept.uncounted,
        is_kept.first_days)
    union all
    select distinct 'payments of ' || coalesce(paid.day, payment_kept.day) from paid full join payment_kept using (day, payment_method)
    where (paid.bookings, paid.paise) is distinct from (payment_kept.bookings, payment_kept.paise)
    union all
    select distinct 'fees of ' || coalesce(fees.day, fees_kept.day) from (
      select kept_on as day, noted.method as payment_method, sum(noted.paise::bigint) as paise
      from appointments cross join lateral jsonb_each_text(paid_by) as noted (method, paise)
      where tenant_id = ${tenantId} and kept_on between ${from}::date and ${to}::date group by 1, 2) as fees
    full join (select day, payment_method, fee_paise from payment_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and fee_paise <> 0) as fees_kept
      using (day, payment_method)
    where coalesce(fees.paise, 0) <> coalesce(fees_kept.fee_paise, 0)
    union all
    select 'fees of ' || day from day_tallies
    where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and fee_paise <> coalesce((
      select sum(fee_paise) from payment_tallies where tenant_id = ${tenantId} and payment_tallies.day = day_tallies.day), 0)
    union all
    select distinct 'late money of ' || coalesce(late.day, late_kept.day) from (
      select taken_on as day, coalesce(method, '') as payment_method, sum(paise) as paise from payments
      where tenant_id = ${tenantId} and is_late and taken_on between ${from}::date and ${to}::date group by 1, 2) as late
    full join (select day, payment_method, late_paise from payment_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and late_paise <> 0) as late_kept
      using (day, payment_method)
    where coalesce(late.paise, 0) <> coalesce(late_kept.late_paise, 0)
    union all
    select 'late money of ' || day from day_tallies
    where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and late_paise <> coalesce((
      select sum(late_paise) from payment_tallies where tenant_id = ${tenantId} and payment_tallies.day = day_tallies.day), 0)
    union all
    select distinct 'money of ' || appointment_date from appointments
    where tenant_id = ${tenantId} and appointment_date between ${from}::date and ${to}::date and (
      coalesce(amount_paise, 0) <> ${sumRows('payments', tenantId, sql`appointment_id = appointments.id`)}
      or coalesce(revenue_paise, 0) <> ${sumRows('payments', tenantId, sql`appointment_id = appointments.id and not own.is_late`)}
      or coalesce(revenue_paise, 0) <> coalesce((select sum(value::bigint) from jsonb_each_text(paid_by)), 0)
      or charges_paise <> ${sumRows('charges', tenantId, sql`appointment_id = appointments.id`)}
      or discount_paise <> ${sumRows('discounts', tenantId, sql`appointment_id = appointments.id`)}
      or allowed_paise <> coalesce((select sum(own.allowed_paise) from payments as own
        where own.tenant_id = ${tenantId} and own.appointment_id = appointments.id
          and not exists (select from payments as voids
            where voids.tenant_id = ${tenantId} and voids.of_id = own.id and voids.kind = 'void')), 0))
    order by what`,
);

/** Sums the rows of money, of charges or of discounts of an account. */
function sumRows(
  table: 'payments' | 'charges' | 'discounts',
  tenantId: string,
  account: RawBuilder<unknown>,
) {
  return sql`coalesce((select sum(own.paise) from ${sql.table(table)} as own
    where own.tenant_id = ${tenantId} and own.${account}), 0)`;
}

/** Lists the next people by id, and those whose tallies differ from their bookings. */
export const findWrongPeople = statement(
  (_, { tenantId, after, most }: InTenant & { after: string | null; most: number }) => sql<{
    id: string;
    is_wrong: boolean;
  }>`select people.id,
      (people.bookings, people.completed, people.cancelled, people.no_shows, people.prescriptions, people.revenue_paise)
      is distinct from (sums.bookings, sums.completed, sums.cancelled, sums.no_shows, sums.prescriptions, sums.revenue_paise)
      or people.advance_paise <> ${sumRows('payments', tenantId, sql`patient_id = people.id`)} as is_wrong
    from (
      select id, bookings, completed, cancelled, no_shows, prescriptions, revenue_paise, advance_paise from patients
      where tenant_id = ${tenantId} and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${most}) as people
    cross join lateral (
      select count(*) as bookings, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_shows,
        count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise), 0) as revenue_paise
      from appointments where tenant_id = ${tenantId} and patient_id = people.id) as sums
    order by people.id`,
);

export function updateCheck({ tenant_id, kind }: CheckRow, changes: Updateable<Schema['integrity_checks']>) {
  return updateRows('integrity_checks', { tenant_id, kind }, changes);
}
