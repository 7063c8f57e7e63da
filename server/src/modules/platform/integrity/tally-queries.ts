import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/** The next days on which the business has bookings or tallies, in order. */
export async function nextDays(
  tx: Tx,
  { tenantId, after, most }: { tenantId: string; after: string | null; most: number },
): Promise<string[]> {
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
 * The days of a range whose tallies, by status or by payment method, differ from the sums of their
 * bookings. One statement, so that it sees one moment.
 */
export async function findWrongDays(
  tx: Tx,
  { tenantId, from, to }: { tenantId: string; from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`with booked as (
      select appointment_date as day, status, amount_paise, coalesce(payment_method, '') as payment_method,
        is_revenue(status, amount_paise) as counts
      from appointments where tenant_id = ${tenantId} and appointment_date between ${from}::date and ${to}::date),
    should_be as (
      select day, count(*) filter (where status = 'scheduled') as scheduled, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_show,
        count(*) filter (where counts) as revenue_bookings, coalesce(sum(amount_paise) filter (where counts), 0) as revenue_paise
      from booked group by day),
    is_kept as (
      select day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise from day_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date
        and (scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise) <> (0, 0, 0, 0, 0, 0)),
    paid as (select day, payment_method, count(*) as bookings, sum(amount_paise) as paise from booked where counts group by 1, 2),
    payment_kept as (
      select day, payment_method, bookings, paise from payment_tallies
      where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date and (bookings, paise) <> (0, 0))
    select distinct 'day ' || coalesce(should_be.day, is_kept.day) as what from should_be full join is_kept using (day)
    where (should_be.scheduled, should_be.completed, should_be.cancelled, should_be.no_show, should_be.revenue_bookings, should_be.revenue_paise)
      is distinct from (is_kept.scheduled, is_kept.completed, is_kept.cancelled, is_kept.no_show, is_kept.revenue_bookings, is_kept.revenue_paise)
    union all
    select distinct 'payments of ' || coalesce(paid.day, payment_kept.day) from paid full join payment_kept using (day, payment_method)
    where (paid.bookings, paid.paise) is distinct from (payment_kept.bookings, payment_kept.paise)
    order by what`.execute(tx);
  return rows.map(({ what }) => what);
}

/**
 * The next people by id, and those of them whose tallies differ from the sums of their bookings.
 */
export async function findWrongPeople(
  tx: Tx,
  { tenantId, after, most }: { tenantId: string; after: string | null; most: number },
): Promise<{ ids: string[]; wrong: string[] }> {
  const { rows } = await sql<{ id: string; is_wrong: boolean }>`select people.id,
      (people.bookings, people.completed, people.cancelled, people.no_shows, people.prescriptions, people.revenue_paise)
      is distinct from (sums.bookings, sums.completed, sums.cancelled, sums.no_shows, sums.prescriptions, sums.revenue_paise) as is_wrong
    from (
      select id, bookings, completed, cancelled, no_shows, prescriptions, revenue_paise from patients
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
