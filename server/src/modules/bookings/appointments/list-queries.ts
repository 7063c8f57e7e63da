import type { Status, StatusFilter } from '@samay/contract/bookings/statuses';
import { sql } from 'kysely';
import { containsPattern } from '../../../db/keyset-pagination.ts';
import { phoneDigits } from '../../../db/phone-digits.ts';
import type { Tx } from '../../../db/tenant.ts';
import { selectAppointments } from './queries.ts';
import { isPastKey, inListOrder, type Key, type ListOrder, type Visibility, visible } from './visibility-queries.ts';

export interface Filters {
  readonly status: StatusFilter;
  readonly search: Search | undefined;
}

/** A search: its text in lower case, its digits where it is a telephone number, and the matching ids where they are few. */
export interface Search {
  readonly text: string;
  readonly phone: string | undefined;
  readonly ids: readonly string[] | undefined;
}

/** With more matches than this, walking down the list finds a page sooner than collecting all ids first. */
const few = 1_000;

/** Searches name, doctor, contact and reference, case-insensitively and at any position, and telephone numbers by their digits. */
export async function lookUp(tx: Tx, text: string | undefined): Promise<Search | undefined> {
  if (!text) return undefined;
  const phone = phoneDigits(text);
  const written = sql<{ id: string }>`select id from search_appointments(${containsPattern(text)}, ${few + 1}) as found (id)`;
  const { rows } = await (phone === undefined ? written : sql<{ id: string }>`${written} union (${ofPhone(phone)})`).execute(tx);
  return { text: text.toLowerCase(), phone, ids: rows.length > few ? undefined : rows.map(({ id }) => id) };
}

/** At most `limit` rows in list order, from the top or on either side of a key. Rows before a key come nearest first. */
export async function listRows(
  tx: Tx,
  page: {
    order: ListOrder;
    visibility: Visibility;
    filters: Filters;
    beside?: { key: Key; side: 'after' | 'before' } | undefined;
    limit: number;
  },
) {
  const { order, visibility, filters, beside, limit } = page;
  return inListOrder(selectAppointments(tx), order, beside?.side === 'before')
    .where(visible(order, visibility))
    .where(matching(filters.search))
    .where(
      filters.status === 'all' ? sql<boolean>`appointments.status <> 'cancelled'` : sql<boolean>`appointments.status = ${filters.status}`,
    )
    .where(beside ? isPastKey(order, beside.key, beside.side) : always)
    .limit(limit)
    .execute();
}

/** A person's bookings, latest first; `after` is the key of the previous row. */
export async function listAppointmentsOf(
  tx: Tx,
  patientId: string,
  { order, visibility }: { order: ListOrder; visibility: Visibility },
  page: { after: Key | undefined; limit: number },
) {
  return inListOrder(selectAppointments(tx), 'turf')
    .where('appointments.patient_id', '=', patientId)
    .where(visible(order, visibility))
    .where(page.after ? isPastKey('turf', page.after, 'after') : always)
    .limit(page.limit)
    .execute();
}

/** Visible bookings of each status that match a search; a status without any is absent. */
export async function countFound(
  tx: Tx,
  order: ListOrder,
  visibility: Visibility,
  search: Search,
): Promise<Partial<Record<Status, number>>> {
  const counted = await tx
    .selectFrom('appointments')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where(visible(order, visibility))
    .where(matching(search))
    .groupBy('status')
    .execute();
  return Object.fromEntries(counted.map(({ status, count }) => [status, count]));
}

const always = sql<boolean>`true`;

/** Bookings of the people with a telephone number, up to the limit. */
function ofPhone(digits: string) {
  return sql<{ id: string }>`select appointments.id from patients
    join appointments on appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
    where ${hasPhone(digits)} limit ${few + 1}`;
}

/** People whose telephone number contains these digits. The key of a person without a number is an email address, which never matches. */
export function hasPhone(digits: string) {
  return sql<boolean>`(patients.id = any(array(select search_patients(${containsPattern(digits)})))
    and patients.person_key !~ '\\D' and position(${digits} in patients.person_key) > 0)`;
}

function matching(search: Search | undefined) {
  if (!search) return always;
  // PostgreSQL estimates `position` at a third of the rows and walks the index; it estimates LIKE at almost none and would sort them all.
  if (!search.ids) {
    const written = sql<boolean>`position(${search.text} in appointments.search_text) > 0`;
    return search.phone === undefined
      ? written
      : sql<boolean>`(${written} or appointments.patient_id = any(array(select id from patients where ${hasPhone(search.phone)})))`;
  }
  // In a subquery, so that the plan does not depend on the number of ids.
  return sql<boolean>`appointments.id = any(array(select unnest(${[...search.ids]}::uuid[])))`;
}
