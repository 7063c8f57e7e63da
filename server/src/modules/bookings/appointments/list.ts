import type { AppointmentPage, Counts } from '@samay/contract/bookings/appointments';
import type { StatusFilter } from '@samay/contract/bookings/statuses';
import { LocalDate } from '@samay/contract/core/time';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { countFound, listRows, lookUp } from './list-queries.ts';
import { present } from './present.ts';
import type { AppointmentRow } from './queries.ts';
import { countShown } from './tally-queries.ts';
import { visibilityIn } from './visibility-queries.ts';
import type { Key, ListOrder } from './visibility-queries.ts';

interface Input {
  readonly query: {
    readonly search?: string | undefined;
    readonly status: StatusFilter;
    readonly from?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  };
}

interface Beside {
  readonly key: Key;
  readonly side: 'after' | 'before';
}

type ListedPage = Pick<AppointmentPage, 'items' | 'next' | 'previous'>;

/** A page of the list, with counts by status and the plan's usage. Keyset pagination: rows that appear or disappear meanwhile shift nothing. */
export async function listAppointments(context: TenantContext, { query }: Input): Promise<AppointmentPage> {
  const order = context.businessType;
  const beside = query.cursor ? readCursor(query.cursor) : undefined;
  return readInTenant(context, async (tx) => {
    const { visibility, usage } = await visibilityIn(tx, context);
    const search = await lookUp(tx, query.search);
    const filters = { status: query.status, search };
    const rowsAt = (place: Beside | undefined, limit: number) => listRows(tx, { order, visibility, filters, beside: place, limit });
    const page =
      query.from && !beside
        ? await openAt(dayStart(order, query.from), rowsAt, query.limit, context)
        : pageOf(await rowsAt(beside, query.limit + 1), beside, { limit: query.limit, isFirst: !beside }, context);
    const counted = search ? await countFound(tx, order, visibility, search) : await countShown(tx, {}, { order, visibility });
    return { ...page, counts: countsOf(counted), usage };
  });
}

type RowsAt = (place: Beside, limit: number) => Promise<AppointmentRow[]>;

/** The page that starts at a key. Where no row follows, the last page before it, so that a list with rows never opens empty. */
async function openAt(key: Key, rowsAt: RowsAt, limit: number, context: TenantContext): Promise<ListedPage> {
  const after = await rowsAt({ side: 'after', key }, limit + 1);
  const before = await rowsAt({ side: 'before', key }, after.length > 0 ? 1 : limit + 1);
  return after.length > 0
    ? pageOf(after, { side: 'after', key }, { limit, isFirst: before.length === 0 }, context)
    : pageOf(before, { side: 'before', key }, { limit, isFirst: true }, context);
}

/** Builds a page from one row more than its limit: the extra row shows that there is a next page in that direction. */
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
    items: rows.map((row) => present(row, context)),
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
    order === 'doctor' ? ['00:00', '00000000-0000-0000-0000-000000000000'] : ['24:00', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
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
