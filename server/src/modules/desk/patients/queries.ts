import type { PersonFacts } from '@samay/contract/people/person-facts';
import { sql } from 'kysely';
import type { Statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { type SearchValues, searchValues } from '../list/search-queries.ts';
import { shownStatement, hidden, type ListView, visible } from '../../visibility/index.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { factColumns, selectFacts, selectFamily, shownAs } from '../../people/index.ts';
import { newPeople } from './new-people-queries.ts';

/** The sort key of a person in the list. */
interface PatientKey {
  readonly date: string;
  readonly id: string;
}

/**
 * A person with the sums of their bookings that the plan shows. Amounts in paise, times as
 * `HH:MM:SS`.
 */
export interface PatientRow extends Sums, PersonFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly contact: string | null;
  readonly latest_date: string;
  /** The id of the person whose latest booking gives the place in the list. */
  readonly placed_id: string;
  readonly last_visit: string | null;
  readonly next_visit: { readonly id: string; readonly date: string; readonly time: string } | null;
}

interface Page {
  readonly search: string | undefined;
  /** The days on which they came for the first time, where only such people are listed. */
  readonly newIn: DayRange | undefined;
  readonly after: PatientKey | undefined;
  readonly limit: number;
}

/**
 * Lists people with a booking that the plan shows; `after` is the key of the previous row, `today`
 * the day in India.
 */
export function listPatientRows(
  view: ListView,
  today: string,
  { search, newIn, after, limit }: Page,
): Statement<PatientRow> {
  const key = { keyDate: after?.date ?? '', keyId: after?.id ?? '' };
  const { from: newFrom = '', to: newTo = '' } = newIn ?? {};
  const shape = {
    isSearch: Boolean(search),
    isFirst: after === undefined,
    isNew: newIn !== undefined,
  } as const;
  return selectPatients(view, { today, newFrom, newTo, ...searchValues(search), ...key, limit }, shape);
}

interface ListValues extends SearchValues {
  readonly today: string;
  readonly newFrom: string;
  readonly newTo: string;
  readonly keyDate: string;
  readonly keyId: string;
  readonly limit: number;
}

type ListShape = { readonly isSearch: boolean; readonly isFirst: boolean; readonly isNew: boolean };

const selectPatients = shownStatement<ListValues, PatientRow, ListShape>(
  (_, view, values, { isSearch, isFirst, isNew }) => {
    const after = sql`and (placed.latest_date, placed.id) < (${values.keyDate}::date, ${values.keyId}::uuid)`;
    return sql<PatientRow>`${patientsWithSums(view, values)} and ${isLatestOfFamily(values.tenantId)}
    ${isSearch ? sql`and ${matching(values)}` : sql``} ${isNew ? sql`and ${isNewPerson(view, values)}` : sql``} ${isFirst ? sql`` : after}
    order by placed.latest_date desc, placed.id desc limit ${values.limit}`;
  },
);

/**
 * Finds the person, where the plan shows one of their bookings, or the person that a merged one is
 * shown with. `today` is the day in India.
 */
export function findPatientRow(view: ListView, id: string, today: string): Statement<PatientRow> {
  return selectPatient(view, { id, today });
}

const selectPatient = shownStatement<{ id: string; today: string }, PatientRow>(
  (_, view, values) => sql<PatientRow>`${patientsWithSums(view, values)} and placed.id = ${values.id}::uuid`,
);

/**
 * Selects a page in one query: the sums are stored with each person, and an index finds the last
 * and the next visit. `placed` gives the place in the list; `patients` is the person that it is
 * shown with. The list is read until the page is full: `offset 0` prevents an earlier join of all
 * people, and PostgreSQL expects almost every row to pass `is distinct from`, where it expects a
 * third to pass a comparison.
 */
function patientsWithSums(view: ListView, { tenantId, today }: { tenantId: TenantId; today: string }) {
  const family = selectFamily(tenantId, 'patients');
  const shown = sql`${ofFamily(tenantId)} and ${visible(view.order, view.visibility)}`;
  return sql`select patients.id, patients.name, patients.email, patients.contact, ${selectFacts(tenantId, 'patients')},
      placed.latest_date, placed.id as placed_id, sums.bookings,
      sums.completed, sums.cancelled, sums.no_shows, sums.prescriptions, sums.revenue,
      (select max(latest.day) from ${family} cross join lateral (
        select appointment_date as day from appointments where ${shown} and status = 'completed' order by appointment_date desc limit 1
      ) as latest) as last_visit,
      (select json_build_object('id', next.id, 'date', next.appointment_date, 'time', next.appointment_time) from ${family} cross join lateral (
        select id, appointment_date, appointment_time from appointments
        where ${shown} and status = 'scheduled' and appointment_date >= ${today}
        order by appointment_date, appointment_time, appointments.id limit 1
      ) as next order by next.appointment_date, next.appointment_time, next.id limit 1) as next_visit
    from patients as placed
    cross join lateral (
      select people.id, people.name, people.email, people.contact, people.latest_date,
        ${factColumns('people')} from patients as people
      where people.tenant_id = ${tenantId}::uuid and people.id = ${shownAs('placed')} offset 0
    ) as patients
    cross join lateral ${selectSums(view, tenantId)} as sums
    where placed.tenant_id = ${tenantId}::uuid and sums.reached is distinct from 0`;
}

/**
 * Matches the person with the latest booking of those shown together, who determines the place in
 * the list. Checked for each row: a join would read all people.
 */
function isLatestOfFamily(tenantId: TenantId) {
  return sql`(placed.merged_into is null or (placed.latest_date, placed.id) > (patients.latest_date, patients.id)) and (
    select true from patients as other where other.tenant_id = ${tenantId}::uuid and other.merged_into = patients.id
      and (other.latest_date, other.id) > (placed.latest_date, placed.id) limit 1) is distinct from true`;
}

/**
 * Matches the people who came for the first time then, and those shown with them: one of them has
 * the place in the list.
 */
function isNewPerson(
  view: ListView,
  { tenantId, newFrom, newTo }: ListValues & { readonly tenantId: TenantId },
) {
  const newcomers = newPeople(view, { tenantId, from: newFrom, to: newTo });
  return sql`placed.id = any(array(select family.id from (${newcomers}) as newcomers cross join lateral ${selectFamily(tenantId, 'newcomers')}))`;
}

interface Sums {
  readonly bookings: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly no_shows: number;
  readonly prescriptions: number;
  readonly revenue: number;
}

/**
 * Sums the tallies of a person and of those shown with them, minus the bookings that the plan
 * hides: those are of one cycle, so few belong to one person. `reached` is 0 where the person is not
 * shown: it counts the bookings, or without any the advance and whether they are kept, who would be out of
 * reach.
 */
function selectSums({ order, visibility }: ListView, tenantId: TenantId) {
  const family = selectFamily(tenantId, 'patients');
  const kept = sql`(select sum(own.bookings)::int as bookings, sum(own.completed)::int as completed, sum(own.cancelled)::int as cancelled,
      sum(own.no_shows)::int as no_shows, sum(own.prescriptions)::int as prescriptions, sum(own.revenue_paise)::bigint as revenue,
      case when sum(own.bookings) > 0 then sum(own.bookings) else sum(own.advance_paise) + count(own.kept_since) end as reached
    from ${family} join patients as own on own.tenant_id = ${tenantId}::uuid and own.id = family.id)`;
  if (visibility === 'everything') return kept;
  return sql`(select kept.bookings - beyond.bookings as bookings, kept.completed - beyond.completed as completed,
      kept.cancelled - beyond.cancelled as cancelled, kept.no_shows - beyond.no_shows as no_shows,
      kept.prescriptions - beyond.prescriptions as prescriptions, kept.revenue - beyond.revenue as revenue,
      kept.reached - beyond.bookings as reached
    from ${kept} as kept cross join (
      select count(*)::int as bookings, (count(*) filter (where status = 'completed'))::int as completed,
        (count(*) filter (where status = 'cancelled'))::int as cancelled, (count(*) filter (where status = 'no_show'))::int as no_shows,
        count(prescription_id)::int as prescriptions, coalesce(sum(amount_paise), 0)::bigint as revenue
      from ${family} join appointments on ${ofFamily(tenantId)} where ${hidden(order, visibility)}
    ) as beyond)`;
}

function ofFamily(tenantId: TenantId) {
  return sql`appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id`;
}

/**
 * Matches name, email and contact of the person or of one of those shown with them, folded and at
 * any position, and telephone numbers by their digits.
 */
function matching({ tenantId, pattern, patterns, number }: SearchValues & { readonly tenantId: TenantId }) {
  return sql`placed.id = any(array(
    select family.id from patients as found
    cross join lateral (select ${shownAs('found')} as id) as person cross join lateral ${selectFamily(tenantId, 'person')}
    where found.tenant_id = ${tenantId}::uuid and found.id = any(array(
      select search_patients(${pattern}, ${patterns}::text[], ${number})))))`;
}
