import { type AppointmentPage, type Counts, mostCounted } from '@samay/contract/bookings/appointments';
import type { StatusFilter } from '@samay/contract/bookings/statuses';
import { indiaDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import { z } from 'zod';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage, type Statement } from '../../../db/read-in-one-message.ts';
import { cursorPart, Cursors } from '../../../http/cursor.ts';
import { readLockedUntil } from '../../bookings/index.ts';
import { getOwed } from './owed.ts';
import {
  type Asked,
  type PagePosition,
  countMatches,
  countOfResource,
  type ListedRow,
  listFound,
  listResourceNames,
  listRows,
  mostFound,
  type OwedSum,
  type Page,
  sumOwed,
} from './list-queries.ts';
import { readShown, countByStatus, type Key, type ListOrder, type ListView } from '../../visibility/index.ts';
import { listedBy } from './present.ts';

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

/**
 * Returns a page of the list, with counts by status and the plan's usage. Keyset pagination: rows
 * that appear or disappear meanwhile shift nothing.
 */
export async function listAppointments(context: TenantContext, { query }: Input): Promise<AppointmentPage> {
  const place = readPlace(context.businessType, query);
  const asked = readFilters(context, query);
  const reading = asked.search && asked.dueUntil === undefined ? readFound : readList;
  const read = await reading(context, asked, { ...place, limit: query.limit });
  const isBeyond = place.day !== undefined && read.page.length === 0;
  // Shows the last page before the day if nothing follows it, so that a list with rows never opens
  // empty.
  const position: PagePosition | undefined = isBeyond ? { side: 'before', key: place.day } : place.position;
  const rows = isBeyond ? await read.rowsAt({ side: 'before', key: place.day }) : read.page;
  const isFirst = isBeyond || (place.day ? read.before.length === 0 : !place.position);
  const { page, previous, next } = takePage(rows, position, { limit: query.limit, isFirst });
  const names = new Map(read.names?.map(({ id, name }) => [id, name]));
  return {
    items: page.map(listedBy(context, names, read.lockedUntil)),
    next,
    previous,
    counts: fillCounts(read.counts),
    ...(isCountedUpTo(asked) && { countsUpTo: mostCounted }),
    usage: read.usage,
    ...(read.owed && { owed: getOwed(read.owed) }),
  };
}

function readFilters(context: TenantContext, { status, search, resource, due, ...query }: Query): Asked {
  const { since, until, occupies } = query;
  // The contract allows a first day only with a last one.
  const isOfDays = since !== undefined && until !== undefined;
  const days = isOfDays ? { since, until, occupied: occupies === 'yes' } : undefined;
  return { status, search, resource, days, dueUntil: due && indiaDate(context.now) };
}

interface Reading {
  readonly page: readonly ListedRow[];
  readonly before: readonly unknown[];
  readonly counts: Partial<Counts>;
  readonly owed?: OwedSum | undefined;
  readonly names: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly lockedUntil: string | null;
  readonly usage: Usage;
  /** Reads another page of the same list. */
  readonly rowsAt: (position: PagePosition) => Promise<readonly ListedRow[]>;
}

/**
 * Reads the bookings under the filters, with the sum of those that are due if only they are listed.
 */
async function readList(context: TenantContext, asked: Asked, place: Place): Promise<Reading> {
  const { dueUntil } = asked;
  const { rows, view, usage } = await readShown(context, (seen) => ({
    ...readPages(listRows, seen, asked, place),
    counts: countsFor(seen, asked),
    owed: dueUntil === undefined ? undefined : sumOwed(seen, dueUntil, asked),
    names: namesFor(context),
    lock: readLockedUntil({}),
  }));
  return {
    page: rows.page,
    before: rows.before ?? [],
    counts: rows.counts[0] ?? {},
    owed: rows.owed?.[0],
    names: rows.names,
    lockedUntil: rows.lock[0]?.until ?? null,
    usage,
    rowsAt: (position) => readAt(context, listRows, view, asked, { ...place, position }),
  };
}

/** Reads the matches of a search; where they are many, those along the list. */
async function readFound(context: TenantContext, asked: Asked, place: Place): Promise<Reading> {
  const { rows, view, usage } = await readShown(context, (seen) => ({
    ...readPages(listFound, seen, asked, place),
    names: namesFor(context),
    lock: readLockedUntil({}),
  }));
  const [counted] = rows.page;
  const rest = { names: rows.names, lockedUntil: rows.lock[0]?.until ?? null, usage };
  if (counted !== undefined && counted.matches <= mostFound) {
    return {
      ...rest,
      page: rows.page.filter(isBooking),
      before: rows.before?.filter(isBooking) ?? [],
      counts: counted,
      rowsAt: async (position) =>
        (await readAt(context, listFound, view, asked, { ...place, position })).filter(isBooking),
    };
  }
  const walked = await readInOneMessage(context, {
    ...readPages(listRows, view, asked, place),
    counts: countsFor(view, asked),
  });
  return {
    ...rest,
    page: walked.page,
    before: walked.before ?? [],
    counts: walked.counts[0] ?? {},
    rowsAt: (position) => readAt(context, listRows, view, asked, { ...place, position }),
  };
}

/** Counts by status. The tallies are the whole business's, by day. */
function countsFor(view: ListView, asked: Asked): Statement<Partial<Counts>> {
  const { search, resource, days } = asked;
  if (resource !== undefined && isCountedUpTo(asked)) return countOfResource(view, { resource });
  if (search || resource !== undefined || days?.occupied) return countMatches(view, asked);
  return countByStatus(view, days && { from: days.since, to: days.until });
}

/** Returns whether counts end at `mostCounted`: those of a resource do; some days have few. */
function isCountedUpTo({ resource, search, days }: Asked): boolean {
  return resource !== undefined && !search && days === undefined;
}

/** Reads the names of a turf's courts; a clinic's rows have the doctor's name. */
function namesFor({ businessType }: TenantContext) {
  return businessType === 'turf' ? listResourceNames({}) : undefined;
}

type List<Row> = (view: ListView, page: Page) => Statement<Row>;

/**
 * Selects the rows of a page, one more than its limit; where it begins at a day, also whether a row
 * is before it.
 */
function readPages<Row>(list: List<Row>, view: ListView, asked: Asked, { position, day, limit }: Place) {
  return {
    page: list(view, { ...asked, position, limit: limit + 1 }),
    before: day && list(view, { ...asked, position: { side: 'before', key: day }, limit: 1 }),
  };
}

async function readAt<Row>(
  context: TenantContext,
  list: List<Row>,
  view: ListView,
  asked: Asked,
  { position, limit }: Place,
): Promise<Row[]> {
  return (await readInOneMessage(context, readPages(list, view, asked, { position, limit }))).page;
}

function isBooking(row: { readonly id: string | null }): boolean {
  return row.id !== null;
}

const cursors = new Cursors({
  side: z.enum(['after', 'before']),
  date: cursorPart.date,
  time: cursorPart.time,
  id: cursorPart.id,
});

interface Place {
  readonly position?: PagePosition | undefined;
  readonly day?: Key | undefined;
  readonly limit: number;
}

/**
 * Returns where a page begins: at its cursor, or at the start of a day; without both, at the top.
 */
function readPlace(order: ListOrder, { cursor, from }: Query): Omit<Place, 'limit'> {
  const read = cursors.read(cursor);
  if (read) {
    const { side, ...key } = read;
    return { position: { side, key } };
  }
  if (!from) return {};
  const day = dayStart(order, from);
  return { position: { side: 'after', key: day }, day };
}

/**
 * Takes a page from one row more than its limit: the extra row shows that there is a next page in
 * that direction.
 */
function takePage(
  found: readonly ListedRow[],
  position: PagePosition | undefined,
  { limit, isFirst }: { limit: number; isFirst: boolean },
): { page: readonly ListedRow[] } & Pick<AppointmentPage, 'next' | 'previous'> {
  const hasMore = found.length > limit;
  const backwards = position?.side === 'before';
  const page = backwards ? found.slice(0, limit).toReversed() : found.slice(0, limit);
  const first = page.at(0);
  const last = page.at(-1);
  const hasMoreBefore = backwards ? hasMore : !isFirst;
  const hasMoreAfter = backwards ? !isFirst : hasMore;
  return {
    page,
    previous: hasMoreBefore ? writeCursor('before', first ? getKey(first) : position?.key) : null,
    next: hasMoreAfter ? writeCursor('after', last ? getKey(last) : position?.key) : null,
  };
}

function fillCounts(counted: Partial<Counts>): Counts {
  const { scheduled = 0, completed = 0, cancelled = 0, no_show = 0 } = counted;
  return { all: scheduled + completed + no_show, scheduled, completed, cancelled, no_show };
}

/** Returns the key just before the first row of a day in list order. */
function dayStart(order: ListOrder, date: string): Key {
  const [time, id] =
    order === 'doctor'
      ? ['00:00', '00000000-0000-0000-0000-000000000000']
      : ['24:00', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  return { date, time, id };
}

function getKey(row: ListedRow): Key {
  return { date: row.appointment_date, time: row.appointment_time, id: row.id };
}

function writeCursor(side: PagePosition['side'], key: Key | undefined): string | null {
  return key ? cursors.write({ side, ...key }) : null;
}
