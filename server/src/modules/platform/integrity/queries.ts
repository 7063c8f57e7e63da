import { type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';

export type CheckKind = Schema['integrity_checks']['kind'];
export type Json = Readonly<Record<string, unknown>>;

export interface CheckRow {
  readonly tenant_id: string;
  readonly kind: CheckKind;
  readonly cursor: Json | null;
  readonly anchor: Json | null;
  readonly found: number;
  readonly findings: readonly string[];
}

/** The most rows of one statement: each has two parameters. */
const rowsPerInsert = 10_000;

/** Inserts a row for every business, the platform, and each erased business, whose log is kept. */
export async function addMissingChecks(tx: Tx, kind: CheckKind) {
  const { rows } = await sql<{ tenant_id: string }>`
    (select id as tenant_id from tenants union select ${platformTenant}::uuid union select subject_id from erasures where kind = 'tenant')
    except select tenant_id from integrity_checks where kind = ${kind}
    order by tenant_id`.execute(tx);
  for (let at = 0; at < rows.length; at += rowsPerInsert)
    await tx
      .insertInto('integrity_checks')
      .values(rows.slice(at, at + rowsPerInsert).map((row) => ({ tenant_id: row.tenant_id, kind })))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'kind']).doNothing())
      .execute();
}

/** The due checks that are tried: other servers may be taking the first. */
const lookAhead = 16;

/**
 * Locks a check that is in progress or was last finished a day ago, or by a wrong clock, and that
 * neither another server nor `failed` has. Listed without a lock and locked one business at a time
 * (decision 0075).
 */
export async function claimDueCheck(
  tx: Tx,
  kind: CheckKind,
  { before, now, failed }: { before: Date; now: Date; failed: readonly string[] },
) {
  const isDue = sql<boolean>`kind = ${kind} and (cursor is not null or finished_at is null or finished_at <= ${before} or finished_at > ${now})`;
  const { rows: due } = await sql<{ tenant_id: string }>`select tenant_id from integrity_checks
    where ${isDue} and tenant_id <> all(${[...failed]}::uuid[])
    order by cursor is null, finished_at nulls first, tenant_id limit ${lookAhead}`.execute(tx);
  for (const { tenant_id: tenantId } of due) {
    const { rows } =
      await sql<CheckRow>`select tenant_id, kind, cursor, anchor, found, findings from integrity_checks
      where tenant_id = ${tenantId} and ${isDue} for update skip locked`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

export async function keepProgress(
  tx: Tx,
  { tenant_id: tenantId, kind }: CheckRow,
  { cursor, found, findings }: { cursor: Json; found: number; findings: readonly string[] },
) {
  await tx
    .updateTable('integrity_checks')
    .set({ cursor: JSON.stringify(cursor), found, findings: JSON.stringify(findings) })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .execute();
}

export interface CheckResult {
  readonly found: number;
  readonly findings: readonly string[];
  readonly anchor: Json | null;
  readonly now: Date;
}

export async function finishCheck(
  tx: Tx,
  { tenant_id: tenantId, kind }: CheckRow,
  { found, findings, anchor, now }: CheckResult,
) {
  await tx
    .updateTable('integrity_checks')
    .set({
      cursor: null,
      found: 0,
      findings: '[]',
      finished_at: now,
      last_found: found,
      last_findings: JSON.stringify(findings),
      anchor: anchor && JSON.stringify(anchor),
    })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .execute();
}

/** Counts the checks whose last run found something. */
export const countBrokenChecks = statement<object, { kind: CheckKind; count: number }>((db) =>
  db
    .selectFrom('integrity_checks')
    .select(['kind', sql<number>`(count(*) filter (where last_found > 0))::int`.as('count')])
    .groupBy('kind'),
);

export async function makeDue(tx: Tx) {
  await tx.updateTable('integrity_checks').set({ finished_at: null }).execute();
}

/** Lists the checks that are unfinished or found something. */
export async function listBroken(tx: Tx) {
  return tx
    .selectFrom('integrity_checks')
    .select(['tenant_id', 'kind', 'last_findings'])
    .where((row) => row.or([row('last_found', '>', 0), row('finished_at', 'is', null)]))
    .execute();
}

/** Lists the checks whose last run found something, newest first. */
export const listBrokenChecks = statement<{ limit: number }, BrokenCheck>((db, { limit }) =>
  db
    .selectFrom('integrity_checks')
    .leftJoin('tenants', 'tenants.id', 'integrity_checks.tenant_id')
    .select(['tenant_id', 'tenants.name as tenant_name', 'kind', 'last_found', 'finished_at'])
    .where('last_found', '>', 0)
    .orderBy('finished_at', 'desc')
    .orderBy('tenant_id')
    .limit(limit),
);

interface BrokenCheck {
  readonly tenant_id: string;
  readonly tenant_name: string | null;
  readonly kind: CheckKind;
  readonly last_found: number;
  readonly finished_at: Date | null;
}

/** Lists the next days with bookings or tallies. */
export async function nextDays(
  tx: Tx,
  { tenantId, after, most }: { tenantId: string; after: string | null; most: number },
) {
  const since = after ?? '-infinity';
  const { rows } = await sql<{ day: string }>`with recursive booked as (
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
    limit ${most}`.execute(tx);
  return rows.map(({ day }) => day);
}

/**
 * Lists the days whose tallies differ from the sums of their bookings, or with a booking whose
 * amount, discount or allowance differs from its rows, in one statement, so that it sees one moment.
 */
export async function findWrongDays(
  tx: Tx,
  { tenantId, from, to }: { tenantId: string; from: string; to: string },
) {
  const { rows } = await sql<{ what: string }>`with booked as (
      select appointment_date as day, status, revenue_paise, paid_by, is_revenue(status, revenue_paise) as counts
      from appointments where tenant_id = ${tenantId} and appointment_date between ${from}::date and ${to}::date),
    should_be as (
      select day, count(*) filter (where status = 'scheduled') as scheduled, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_show,
        count(*) filter (where counts) as revenue_bookings, coalesce(sum(revenue_paise) filter (where counts), 0) as revenue_paise
      from booked group by day),
    is_kept as (
      select day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise from day_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date
        and (scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise) <> (0, 0, 0, 0, 0, 0)),
    paid as (
      select day, noted.method as payment_method, count(*) as bookings, sum(noted.paise::bigint) as paise
      from booked cross join lateral jsonb_each_text(paid_by) as noted (method, paise) where counts group by 1, 2),
    payment_kept as (
      select day, payment_method, bookings, paise from payment_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and (bookings, paise) <> (0, 0))
    select distinct 'day ' || coalesce(should_be.day, is_kept.day) as what from should_be full join is_kept using (day)
    where (should_be.scheduled, should_be.completed, should_be.cancelled, should_be.no_show, should_be.revenue_bookings, should_be.revenue_paise)
      is distinct from (is_kept.scheduled, is_kept.completed, is_kept.cancelled, is_kept.no_show, is_kept.revenue_bookings, is_kept.revenue_paise)
    union all
    select distinct 'payments of ' || coalesce(paid.day, payment_kept.day) from paid full join payment_kept using (day, payment_method)
    where (paid.bookings, paid.paise) is distinct from (payment_kept.bookings, payment_kept.paise)
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
      or discount_paise <> ${sumRows('discounts', tenantId, sql`appointment_id = appointments.id`)}
      or allowed_paise <> coalesce((select sum(own.allowed_paise) from payments as own
        where own.tenant_id = ${tenantId} and own.appointment_id = appointments.id
          and not exists (select from payments as voids
            where voids.tenant_id = ${tenantId} and voids.of_id = own.id and voids.kind = 'void')), 0))
    order by what`.execute(tx);
  return rows.map(({ what }) => what);
}

/** Sums the rows of money, or of discounts, of an account. */
function sumRows(table: 'payments' | 'discounts', tenantId: string, account: RawBuilder<unknown>) {
  return sql`coalesce((select sum(own.paise) from ${sql.table(table)} as own
    where own.tenant_id = ${tenantId} and own.${account}), 0)`;
}

/** Lists the next people by id, and those whose tallies differ from their bookings. */
export async function findWrongPeople(
  tx: Tx,
  { tenantId, after, most }: { tenantId: string; after: string | null; most: number },
) {
  const { rows } = await sql<{ id: string; is_wrong: boolean }>`select people.id,
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
        coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from appointments where tenant_id = ${tenantId} and patient_id = people.id) as sums
    order by people.id`.execute(tx);
  return { ids: rows.map(({ id }) => id), wrong: rows.filter((row) => row.is_wrong).map(({ id }) => id) };
}
