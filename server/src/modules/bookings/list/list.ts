import { type AppointmentPage, type Counts, mostCounted } from '@samay/contract/bookings/appointments';
import type { StatusFilter } from '@samay/contract/bookings/statuses';
import { indiaDate, LocalDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { readAtOnce, type Statement } from '../../../db/read-at-once.ts';
import type { Days } from './day-queries.ts';
import { owedOf } from './owed.ts';
import {
  type Beside,
  countMatches,
  countOfResource,
  listFound,
  listOfResource,
  listRows,
  mostFound,
  type OwedSum,
  type Page,
  sumOwed,
} from './list-queries.ts';
import { presenterFor } from '../appointments/present.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { readShown } from '../appointments/read-shown.ts';
import { countByStatus } from '../appointments/tally-queries.ts';
import type { Key, ListOrder, ListView } from '../appointments/visibility-queries.ts';

interface Query {
  readonly search?: string | undefined;
  readonly status: StatusFilter;
  readonly due?: 'yes' | undefined;
  readonly resource?: string | undefined;
  readonly from?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly occupies?: 'yes' | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Input {
  readonly query: Query;
}

type ListedPage = Pick<AppointmentPage, 'items' | 'next' | 'previous'>;

/**
 * A page of the list, with counts by status and the plan's usage. Keyset pagination: rows that
 * appear or disappear meanwhile shift nothing.
 */
export async function listAppointments(context: TenantContext, { query }: Input): Promise<AppointmentPage> {
  const place = placeOf(context.businessType, query);
  const reading = query.due ? readDue : query.search ? readFound : readList;
  const { read, usage, rowsBeside } = await reading(context, query, place);
  const counts = { counts: countsOf(read.counts), ...(isCountedUpTo(query) && { countsUpTo: mostCounted }) };
  const owed = read.owed && { owed: owedOf(read.owed) };
  if (!place.day || read.page.length > 0) {
    const isFirst = place.day ? read.before.length === 0 : !place.beside;
    return {
      ...pageOf(read.page, place.beside, { limit: query.limit, isFirst }, context),
      ...counts,
      usage,
      ...owed,
    };
  }
  // Nothing follows the day: the last page before it, so that a list with rows never opens empty.
  const before: Beside = { side: 'before', key: place.day };
  return {
    ...pageOf(await rowsBeside(before), before, { limit: query.limit, isFirst: true }, context),
    ...counts,
    usage,
    ...owed,
  };
}

interface Reading {
  readonly read: {
    readonly page: AppointmentRow[];
    readonly before: readonly unknown[];
    readonly counts: Partial<Counts>;
    readonly owed?: OwedSum;
  };
  readonly usage: Usage;
  /** Reads another page of the same list. */
  readonly rowsBeside: (beside: Beside) => Promise<AppointmentRow[]>;
}

async function readList(context: TenantContext, query: Query, place: Place): Promise<Reading> {
  const list = query.resource === undefined ? listRows : listOfResource;
  const { rows, view, usage } = await readShown(context, (seen) => ({
    ...pagesOf(list, seen, query, place),
    counts: countsFor(seen, query),
  }));
  return {
    read: { page: rows.page, before: rows.before ?? [], counts: rows.counts[0] ?? {} },
    usage,
    rowsBeside: async (beside) => (await readAtOnce(context, pagesOf(list, view, query, { beside }))).page,
  };
}

/** What is due, and what it adds up to. A search compares every booking that is due. */
async function readDue(context: TenantContext, query: Query, place: Place): Promise<Reading> {
  const dueUntil = indiaDate(context.now);
  const along = query.resource !== undefined && !query.search ? listOfResource : listRows;
  const list = (view: ListView, page: Page) => along(view, { ...page, dueUntil });
  const { rows, view, usage } = await readShown(context, (seen) => ({
    ...pagesOf(list, seen, query, place),
    counts: countsFor(seen, query),
    owed: sumOwed(seen, dueUntil, { resource: query.resource, days: daysOf(query) }),
  }));
  const [owed] = rows.owed;
  return {
    read: { page: rows.page, before: rows.before ?? [], counts: rows.counts[0] ?? {}, ...(owed && { owed }) },
    usage,
    rowsBeside: async (beside) => (await readAtOnce(context, pagesOf(list, view, query, { beside }))).page,
  };
}

/** The tallies are the whole business's, by day. */
function countsFor(view: ListView, query: Query): Statement<Partial<Counts>> {
  const { search, resource } = query;
  const days = daysOf(query);
  if (isCountedUpTo(query)) return countOfResource(view, resource ?? '');
  if (search || resource !== undefined || days?.occupied)
    return countMatches(view, { search, resource, days });
  return countByStatus(view, days && { from: days.since, to: days.until });
}

/** The counts of a resource end there: of some days they are few. */
function isCountedUpTo({ resource, search, since }: Query): boolean {
  return resource !== undefined && !search && since === undefined;
}

/** The contract has a first day only with a last one. */
function daysOf({ since, until, occupies }: Query): Days | undefined {
  return since === undefined || until === undefined
    ? undefined
    : { since, until, occupied: occupies === 'yes' };
}

async function readFound(context: TenantContext, query: Query, place: Place): Promise<Reading> {
  const { rows, view, usage } = await readShown(context, (seen) => pagesOf(listFound, seen, query, place));
  const [counted] = rows.page;
  const isFew = counted !== undefined && counted.matches <= mostFound;
  return {
    read: isFew
      ? { page: rows.page.filter(isBooking), before: rows.before?.filter(isBooking) ?? [], counts: counted }
      : await walk(),
    usage,
    rowsBeside: async (beside) =>
      isFew
        ? (await readAtOnce(context, pagesOf(listFound, view, query, { beside }))).page.filter(isBooking)
        : (await readAtOnce(context, pagesOf(listRows, view, query, { beside }))).page,
  };

  async function walk(): Promise<Reading['read']> {
    const walked = await readAtOnce(context, {
      ...pagesOf(listRows, view, query, place),
      counts: countsFor(view, query),
    });
    return { page: walked.page, before: walked.before ?? [], counts: walked.counts[0] ?? {} };
  }
}

/**
 * The rows of a page, one more than its limit; where it begins at a day, also whether a row is
 * before it.
 */
function pagesOf<Row>(
  list: (view: ListView, page: Page) => Statement<Row>,
  view: ListView,
  query: Query,
  { beside, day }: Place,
) {
  const { status, search, resource, limit } = query;
  const asked = { status, search, resource, days: daysOf(query) };
  return {
    page: list(view, { ...asked, beside, limit: limit + 1 }),
    before: day && list(view, { ...asked, beside: { side: 'before', key: day }, limit: 1 }),
  };
}

function isBooking(row: { readonly id: string | null }): boolean {
  return row.id !== null;
}

interface Place {
  readonly beside?: Beside | undefined;
  readonly day?: Key | undefined;
}

/** Where a page begins: beside its cursor, or at the start of a day; without both, at the top. */
function placeOf(order: ListOrder, { cursor, from }: Query): Place {
  if (cursor) return { beside: readCursor(cursor) };
  if (!from) return {};
  const day = dayStart(order, from);
  return { beside: { side: 'after', key: day }, day };
}

/**
 * Builds a page from one row more than its limit: the extra row shows that there is a next page in
 * that direction.
 */
function pageOf(
  found: AppointmentRow[],
  beside: Beside | undefined,
  { limit, isFirst }: { limit: number; isFirst: boolean },
  context: TenantContext,
): ListedPage {
  const hasMore = found.length > limit;
  const backwards = beside?.side === 'before';
  const rows = backwards ? found.slice(0, limit).toReversed() : found.slice(0, limit);
  const first = rows.at(0);
  const last = rows.at(-1);
  const hasMoreBefore = backwards ? hasMore : !isFirst;
  const hasMoreAfter = backwards ? !isFirst : hasMore;
  return {
    items: rows.map(presenterFor(context)),
    previous: hasMoreBefore ? writeCursor('before', first ? keyOf(first) : beside?.key) : null,
    next: hasMoreAfter ? writeCursor('after', last ? keyOf(last) : beside?.key) : null,
  };
}

function countsOf(counted: Partial<Counts>): Counts {
  const { scheduled = 0, completed = 0, cancelled = 0, no_show = 0 } = counted;
  return { all: scheduled + completed + no_show, scheduled, completed, cancelled, no_show };
}

/** The key just before the first row of a day in list order. */
function dayStart(order: ListOrder, date: string): Key {
  const [time, id] =
    order === 'doctor'
      ? ['00:00', '00000000-0000-0000-0000-000000000000']
      : ['24:00', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  return { date, time, id };
}

function keyOf(row: AppointmentRow): Key {
  return { date: row.appointment_date, time: row.appointment_time, id: row.id };
}

function writeCursor(side: Beside['side'], key: Key | undefined): string | null {
  return key ? [side, key.date, key.time, key.id].join('_') : null;
}

function readCursor(text: string): Beside {
  const match =
    /^(after|before)_(\d{4}-\d\d-\d\d)_((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?|24:00)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
      text,
    );
  const [, side, date, time, id] = match ?? [];
  if (!side || !date || !time || !id || !LocalDate.safeParse(date).success)
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  return { side: side === 'before' ? 'before' : 'after', key: { date, time, id } };
}
