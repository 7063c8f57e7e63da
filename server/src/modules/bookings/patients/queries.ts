import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/client/schema.ts';
import { containsPattern } from '../../../db/keyset-pagination.ts';
import { phoneDigits } from '../../../db/phone-digits.ts';
import { type QueryBuilder, type Statement } from '../../../db/statement.ts';
import { hasPhone } from '../appointments/list-queries.ts';
import { shownStatement } from '../appointments/shown-queries.ts';
import { hidden, type ListView, visible } from '../appointments/visibility-queries.ts';
import { isRevenue } from '../revenue/queries.ts';

/** The sort key of a person in the list. */
export interface PatientKey {
  readonly date: string;
  readonly id: string;
}

/** A person with the sums of their bookings that the plan shows. Amounts in paise, times as `HH:MM:SS`. */
export interface PatientRow extends Sums {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly contact: string | null;
  readonly latest_date: string;
  readonly last_visit: string | null;
  readonly next_visit: { readonly id: string; readonly date: string; readonly time: string } | null;
}

interface Page {
  readonly search: string | undefined;
  readonly after: PatientKey | undefined;
  readonly limit: number;
}

/** People with a booking that the plan shows; `after` is the key of the previous row, `today` the day in India. */
export function listPatientRows(view: ListView, today: string, { search, after, limit }: Page): Statement<PatientRow> {
  const phone = search === undefined ? undefined : phoneDigits(search);
  const searched = { pattern: containsPattern(search ?? ''), digits: phone ?? '', digitsPattern: containsPattern(phone ?? '') };
  const key = { keyDate: after?.date ?? '', keyId: after?.id ?? '' };
  const by = !search ? 'none' : phone === undefined ? 'text' : 'text or phone';
  return selectPatients(view, { today, ...searched, ...key, limit }, { by, isFirst: after === undefined });
}

interface SearchValues {
  readonly pattern: string;
  readonly digits: string;
  readonly digitsPattern: string;
}

interface ListValues extends SearchValues {
  readonly today: string;
  readonly keyDate: string;
  readonly keyId: string;
  readonly limit: number;
}

type By = 'none' | 'text' | 'text or phone';

const selectPatients = shownStatement<ListValues, PatientRow, { by: By; isFirst: boolean }>((db, view, values, { by, isFirst }) =>
  patientsWithSums(db, view, values)
    .$if(by !== 'none', (query) => query.where(matching(values, by)))
    .$if(!isFirst, (query) =>
      query.where(sql<boolean>`(patients.latest_date, patients.id) < (${values.keyDate}::date, ${values.keyId}::uuid)`),
    )
    .orderBy('patients.latest_date', 'desc')
    .orderBy('patients.id', 'desc')
    .limit(values.limit),
);

/** The person, where the plan shows one of their bookings; `today` is the day in India. */
export function findPatientRow(view: ListView, id: string, today: string): Statement<PatientRow> {
  return selectPatient(view, { id, today });
}

const selectPatient = shownStatement<{ id: string; today: string }, PatientRow>((db, view, values) =>
  patientsWithSums(db, view, values).where('patients.id', '=', values.id),
);

/** One query for a page: the sums are stored with the person, and an index finds the last and the next visit. */
function patientsWithSums(db: QueryBuilder, view: ListView, { tenantId, today }: { tenantId: string; today: string }) {
  return db
    .selectFrom('patients')
    .innerJoinLateral(
      () => sumsOf(view, tenantId).as<'sums'>(sql`sums`),
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
      bookingsOf(patient, view, tenantId)
        .select('appointment_date')
        .where('status', '=', 'completed')
        .orderBy('appointment_date', 'desc')
        .limit(1)
        .as('last_visit'),
      bookingsOf(patient, view, tenantId)
        .select(visit.as('visit'))
        .where('status', '=', 'scheduled')
        .where('appointment_date', '>=', today)
        .orderBy('appointment_date')
        .orderBy('appointment_time')
        .orderBy('appointments.id')
        .limit(1)
        .as('next_visit'),
    ])
    .where('patients.tenant_id', '=', tenantId)
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
function sumsOf({ order, visibility }: ListView, tenantId: string) {
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
    from appointments where ${ofPatient(tenantId)} and ${hidden(order, visibility)})`;
}

function bookingsOf(builder: ExpressionBuilder<Schema, 'patients'>, { order, visibility }: ListView, tenantId: string) {
  return builder.selectFrom('appointments').where(ofPatient(tenantId)).where(visible(order, visibility));
}

function ofPatient(tenantId: string) {
  return sql<boolean>`appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = patients.id`;
}

/** Matches name, email and contact, case-insensitively and at any position, and telephone numbers by their digits. */
function matching(values: SearchValues & { readonly tenantId: string }, by: By) {
  const written = sql`select search_patients(${values.pattern})`;
  const called = sql`select id from patients where tenant_id = ${values.tenantId}::uuid and ${hasPhone(values)}`;
  return sql<boolean>`patients.id = any(array(${by === 'text' ? written : sql`${written} union ${called}`}))`;
}
