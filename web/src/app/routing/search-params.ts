import type { StatusFilter } from '@samay/contract/bookings/statuses';
import type { ViewName } from '../../modules/desk/schedule/layout/view.ts';

// Parses by hand: the contract's schemas would weigh on the sign-in page too. Invalid values of an
// address are dropped.

export interface ListSearch {
  search?: string;
  status?: StatusFilter;
  due?: 'yes';
  /** The id of the doctor or court whose bookings are shown. */
  resource?: string;
  /** The first day, YYYY-MM-DD. */
  from?: string;
  /** The first of the only days shown. */
  since?: string;
  until?: string;
  /** Only bookings that occupy a doctor or a court on these days. */
  occupies?: 'yes';
  /** The id of the business that a super admin has chosen. */
  business?: string | undefined;
}

export interface ScheduleSearch {
  readonly view?: ViewName;
  /** The day, YYYY-MM-DD. */
  readonly day?: string;
  /** The id of the doctor or court that is shown, or `all`. */
  readonly resource?: string;
  /** The id of the business that a super admin has chosen. */
  readonly business?: string | undefined;
}

/** The names of the search parameters with which links open pages; each page parses its own. */
type LinkParameter =
  | 'close'
  | 'holder'
  | 'method'
  | 'month'
  | 'patient'
  | 'period'
  | keyof ListSearch
  | keyof ScheduleSearch;

export type LinkSearch = { readonly [Name in LinkParameter]?: string | undefined };

const statuses: Record<StatusFilter, true> = {
  all: true,
  scheduled: true,
  completed: true,
  cancelled: true,
  no_show: true,
};
const views: Record<ViewName, true> = { day: true, week: true, month: true };

/** Keeps the texts among the search parameters of an address. */
export function textsOfSearch(raw: Record<string, unknown>): LinkSearch {
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Parses the search parameters of the list of bookings. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const { search, status, due, resource, from, since, until, occupies, business } = raw;
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.slice(0, 100) }),
    ...(isKeyIn(statuses, status) && status !== 'all' && { status }),
    ...(due === 'yes' && { due }),
    ...(isId(resource) && { resource }),
    ...(isDay(from) && { from }),
    ...(isDay(since) &&
      isDay(until) &&
      since <= until && { since, until, ...(occupies === 'yes' && { occupies }) }),
    ...(isId(business) && { business }),
  };
}

/** Parses the search parameters of the calendar. */
export function scheduleSearch(raw: Record<string, unknown>): ScheduleSearch {
  const { view, day, resource, business } = raw;
  return {
    ...(isKeyIn(views, view) && { view }),
    ...(isDay(day) && { day }),
    ...((resource === 'all' || isId(resource)) && { resource }),
    ...(isId(business) && { business }),
  };
}

export function isKeyIn<Key extends string>(
  keys: Readonly<Record<Key, unknown>>,
  value: unknown,
): value is Key {
  return typeof value === 'string' && Object.hasOwn(keys, value);
}

/** Returns whether a value is a calendar day, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(value);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(value);
}

/** Returns whether a value has the form of the server's ids. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
}
