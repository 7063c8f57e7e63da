import type { Status, StatusFilter } from '@samay/contract/bookings/statuses';
import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../../db/keyset-pagination.ts';
import { phoneDigits } from '../../../db/phone-digits.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import { type AppointmentRow, selectAppointments } from './queries.ts';
import { shownStatement } from './shown-queries.ts';
import { inListOrder, isPastKey, type Key, type ListView, visible } from './visibility-queries.ts';

/** A search: its text in lower case, its digits where it is a telephone number, and the matching ids where they are few. */
export interface Search {
  readonly text: string;
  readonly phone: string | undefined;
  readonly ids: readonly string[] | undefined;
}

/** With more matches than this, walking down the list finds a page sooner than collecting all ids first. */
const few = 1_000;

/** Searches name, doctor, contact and reference, case-insensitively and at any position, and telephone numbers by their digits. */
export function findIds(text: string): Statement<{ id: string }> {
  const phone = phoneDigits(text);
  const values = { pattern: containsPattern(text), phone: phone ?? '', phonePattern: containsPattern(phone ?? '') };
  return findMatches(values, { isPhone: phone !== undefined });
}

const findMatches = statement<PhoneValues & { pattern: string }, { id: string }, { isPhone: boolean }>((_, values, { isPhone }) => {
  const written = sql<{ id: string }>`select id from search_appointments(${values.pattern}, ${sql.lit(few + 1)}) as found (id)`;
  return isPhone ? sql<{ id: string }>`${written} union (${ofPhone(values)})` : written;
});

/** A search by what `findIds` answered. */
export function searchOf(text: string, found: readonly { readonly id: string }[]): Search {
  const ids = found.length > few ? undefined : found.map(({ id }) => id);
  return { text: text.toLowerCase(), phone: phoneDigits(text), ids };
}

interface PhoneValues {
  readonly phone: string;
  readonly phonePattern: string;
}

interface SearchValues extends PhoneValues {
  readonly text: string;
  readonly ids: readonly string[];
}

type SearchShape = { readonly search: 'none' | 'by id' | 'by text' | 'by text or phone' };

function shapeOfSearch(search: Search | undefined): SearchShape {
  if (!search) return { search: 'none' };
  if (search.ids) return { search: 'by id' };
  return { search: search.phone === undefined ? 'by text' : 'by text or phone' };
}

function valuesOfSearch(search: Search | undefined): SearchValues {
  const phone = search?.phone ?? '';
  return { text: search?.text ?? '', ids: search?.ids ?? [], phone, phonePattern: containsPattern(phone) };
}

/** The place of a page in the list. */
export interface Beside {
  readonly key: Key;
  readonly side: 'after' | 'before';
}

interface Page {
  readonly status: StatusFilter;
  readonly search: Search | undefined;
  readonly beside: Beside | undefined;
  readonly limit: number;
}

/** At most `limit` rows in list order, from the top or on either side of a key. Rows before a key come nearest first. */
export function listRows(view: ListView, { status, search, beside, limit }: Page): Statement<AppointmentRow> {
  const shape = { ...shapeOfSearch(search), side: beside?.side, isAll: status === 'all' };
  const key = { keyDate: beside?.key.date ?? '', keyTime: beside?.key.time ?? '', keyId: beside?.key.id ?? '' };
  return selectRows(view, { ...valuesOfSearch(search), ...key, status, limit }, shape);
}

interface RowValues extends SearchValues {
  readonly status: string;
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
}

type RowShape = SearchShape & { readonly side: Beside['side'] | undefined; readonly isAll: boolean };

const selectRows = shownStatement<RowValues, AppointmentRow, RowShape>((db, { order, visibility }, values, { search, side, isAll }) =>
  inListOrder(selectAppointments(db), order, side === 'before')
    .where('appointments.tenant_id', '=', values.tenantId)
    .where(visible(order, visibility))
    .where(matching(search, values))
    .where(isAll ? sql<boolean>`appointments.status <> 'cancelled'` : sql<boolean>`appointments.status = ${values.status}`)
    .where(side ? isPastKey(order, { date: values.keyDate, time: values.keyTime, id: values.keyId }, side) : always)
    .limit(values.limit),
);

/** Counts the visible bookings that match a search, by status. One row. */
export function countFound(view: ListView, search: Search): Statement<Record<Status, number>> {
  return countMatches(view, valuesOfSearch(search), shapeOfSearch(search));
}

const countMatches = shownStatement<SearchValues, Record<Status, number>, SearchShape>((db, { order, visibility }, values, { search }) => {
  const count = (status: Status) => sql<number>`(count(*) filter (where status = ${sql.lit(status)}))::int`.as(status);
  return db
    .selectFrom('appointments')
    .select([count('scheduled'), count('completed'), count('cancelled'), count('no_show')])
    .where('tenant_id', '=', values.tenantId)
    .where(visible(order, visibility))
    .where(matching(search, values));
});

const always = sql<boolean>`true`;

/** Bookings of the people with a telephone number, up to the limit. */
function ofPhone(values: PhoneValues & { readonly tenantId: string }) {
  return sql<{ id: string }>`select appointments.id from patients
    join appointments on appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
    where patients.tenant_id = ${values.tenantId}::uuid and ${hasPhone(values)} limit ${sql.lit(few + 1)}`;
}

/** People whose telephone number contains these digits. The key of a person without a number is an email address, which never matches. */
export function hasPhone({ phone, phonePattern }: PhoneValues) {
  return sql<boolean>`(patients.id = any(array(select search_patients(${phonePattern})))
    and patients.person_key !~ '\\D' and position(${phone} in patients.person_key) > 0)`;
}

function matching(search: SearchShape['search'], values: SearchValues & { readonly tenantId: string }): RawBuilder<boolean> {
  // PostgreSQL estimates `position` at a third of the rows and walks the index; it estimates LIKE at almost none and would sort them all.
  const written = sql<boolean>`position(${values.text} in appointments.search_text) > 0`;
  if (search === 'none') return always;
  if (search === 'by text') return written;
  if (search === 'by text or phone')
    return sql<boolean>`(${written} or appointments.patient_id = any(array(
      select id from patients where tenant_id = ${values.tenantId}::uuid and ${hasPhone(values)})))`;
  // In a subquery, so that the plan does not depend on the number of ids.
  return sql<boolean>`appointments.id = any(array(select unnest(${values.ids}::uuid[])))`;
}
