import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/client/schema.ts';
import { containsPattern } from '../../../db/keyset-pagination.ts';
import { phoneDigits } from '../../../db/phone-digits.ts';
import type { Tx } from '../../../db/tenant.ts';
import { hasPhone } from '../appointments/list-queries.ts';
import { hidden, type ListView, visible } from '../appointments/visibility-queries.ts';
import { isRevenue } from '../revenue/queries.ts';

interface PatientsView extends ListView {
  /** In India. */
  readonly today: string;
}

/** The sort key of a person in the list. */
export interface PatientKey {
  readonly date: string;
  readonly id: string;
}

/** A person with the sums of their bookings that the plan shows. Amounts in paise, times as `HH:MM:SS`. */
export type PatientRow = Awaited<ReturnType<typeof listPatientRows>>[number];

/** People with a booking that the plan shows; `after` is the key of the previous row. */
export async function listPatientRows(
  tx: Tx,
  view: PatientsView,
  page: { search: string | undefined; after: PatientKey | undefined; limit: number },
) {
  return patientsWithSums(tx, view)
    .where(matching(page.search))
    .where(
      page.after
        ? sql<boolean>`(patients.latest_date, patients.id) < (${page.after.date}::date, ${page.after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('patients.latest_date', 'desc')
    .orderBy('patients.id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function findPatientRow(tx: Tx, view: PatientsView, id: string): Promise<PatientRow | undefined> {
  return patientsWithSums(tx, view).where('patients.id', '=', id).executeTakeFirst();
}

/** One query for a page: the sums are stored with the person, and an index finds the last and the next visit. */
function patientsWithSums(tx: Tx, view: PatientsView) {
  return tx
    .selectFrom('patients')
    .innerJoinLateral(
      () => sumsOf(view).as<'sums'>(sql`sums`),
      (join) => join.onTrue(),
    )
    .select([
      'patients.id',
      'name',
      'email',
      'contact',
      'latest_date',
      'sums.bookings',
      'sums.completed',
      'sums.cancelled',
      'sums.no_shows',
    ])
    .select(['sums.prescriptions', 'sums.revenue'])
    .select((patient) => [
      bookingsOf(patient, view)
        .select('appointment_date')
        .where('status', '=', 'completed')
        .orderBy('appointment_date', 'desc')
        .limit(1)
        .as('last_visit'),
      bookingsOf(patient, view)
        .select(visit.as('visit'))
        .where('status', '=', 'scheduled')
        .where('appointment_date', '>=', view.today)
        .orderBy('appointment_date')
        .orderBy('appointment_time')
        .orderBy('appointments.id')
        .limit(1)
        .as('next_visit'),
    ])
    .where('sums.bookings', '>', 0);
}

const visit = sql<{ id: string; date: string; time: string }>`json_build_object(
  'id', appointments.id, 'date', appointment_date, 'time', appointment_time)`;

interface Sums {
  readonly bookings: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly no_shows: number;
  readonly prescriptions: number;
  readonly revenue: number;
}

/** The person's tallies minus the bookings that the plan hides: those are of one cycle, so few belong to one person. */
function sumsOf({ order, visibility }: PatientsView) {
  if (visibility === 'everything') {
    return sql<Sums>`(select patients.bookings, patients.completed, patients.cancelled, patients.no_shows, patients.prescriptions,
      patients.revenue_paise as revenue)`;
  }
  return sql<Sums>`(select patients.bookings - count(*)::int as bookings,
      patients.completed - (count(*) filter (where status = 'completed'))::int as completed,
      patients.cancelled - (count(*) filter (where status = 'cancelled'))::int as cancelled,
      patients.no_shows - (count(*) filter (where status = 'no_show'))::int as no_shows,
      patients.prescriptions - count(prescription_id)::int as prescriptions,
      patients.revenue_paise - coalesce(sum(amount_paise) filter (where ${isRevenue}), 0)::bigint as revenue
    from appointments where ${ofPatient} and ${hidden(order, visibility)})`;
}

function bookingsOf(builder: ExpressionBuilder<Schema, 'patients'>, { order, visibility }: PatientsView) {
  return builder.selectFrom('appointments').where(ofPatient).where(visible(order, visibility));
}

const ofPatient = sql<boolean>`appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id`;

/** Matches name, email and contact, case-insensitively and at any position, and telephone numbers by their digits. */
function matching(search: string | undefined) {
  if (!search) return sql<boolean>`true`;
  const phone = phoneDigits(search);
  const written = sql`select search_patients(${containsPattern(search)})`;
  return sql<boolean>`patients.id = any(array(${phone === undefined ? written : sql`${written} union select id from patients where ${hasPhone({ phone, phonePattern: containsPattern(phone) })}`}))`;
}
