import type { Status, StatusFilter } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';

/** The filters of the list, as the address holds them. */
export interface ListFilters {
  readonly search?: string;
  readonly status: StatusFilter;
  /** Only bookings with a balance due, up to today. */
  readonly due?: 'yes';
  /** The id of the doctor or court whose bookings are shown. */
  readonly resource?: string;
  /** The first day that the list shows, instead of today. */
  readonly from?: LocalDate;
  /** The first of the chosen days; `until` is the last, included. */
  readonly since?: LocalDate;
  readonly until?: LocalDate;
  /** Only bookings that occupy a doctor or a court on these days. */
  readonly occupies?: 'yes';
}

/** The start of one page; the first page has no cursor. */
export interface PageStart {
  readonly cursor?: string;
  readonly limit: number;
}

export const firstPage: PageStart = { limit: 50 };

/**
 * Returns the start of a page. Later pages have the largest size that the server allows, so that a
 * long list is refetched in few requests.
 */
export function pageAt(cursor: string | null): PageStart | undefined {
  return cursor === null ? undefined : { cursor, limit: 100 };
}

/**
 * Returns the query parameters of one page. `from` is sent only without a cursor, because a cursor
 * is a position already.
 */
export function pageQuery(
  { search, from, ...filters }: ListFilters,
  { cursor, limit }: PageStart,
): ListFilters & { cursor?: string; limit: number } {
  const words = search?.trim() ?? '';
  return {
    ...(words !== '' && { search: words }),
    ...filters,
    ...(from !== undefined && cursor === undefined && { from }),
    ...(cursor !== undefined && { cursor }),
    limit,
  };
}

/**
 * Returns whether a booking matches the filters. The status `all` matches everything except
 * cancelled bookings.
 */
export function belongs(
  { status, due }: { status: Status; due: number | null },
  filters: Pick<ListFilters, 'status' | 'due'>,
): boolean {
  if (filters.due && !due) return false;
  return filters.status === 'all' ? status !== 'cancelled' : status === filters.status;
}

/**
 * Returns whether filters are active, so that an empty list means "nothing matches" and not "no
 * bookings yet".
 */
export function isNarrowed(filters: ListFilters): boolean {
  return (
    filters.status !== 'all' ||
    filters.due !== undefined ||
    filters.resource !== undefined ||
    isOfDays(filters) ||
    isSearch(filters)
  );
}

/** Returns whether only chosen days are shown. */
export function isOfDays({ since, until }: ListFilters): boolean {
  return since !== undefined && until !== undefined;
}

/**
 * Fills in the first day: today, unless the address names another one. A search and the dues cover
 * all days, or the chosen ones.
 */
export function opened({ from, ...rest }: ListFilters, today: LocalDate): ListFilters {
  return isSearch(rest) || rest.due || isOfDays(rest) ? rest : { ...rest, from: from ?? today };
}

/** Returns whether the list starts at today. */
export function isAtToday(filters: ListFilters, today: LocalDate): boolean {
  return opened(filters, today).from === today;
}

/** Returns the day that the list shows first: its own, or the first of the chosen ones. */
export function shownDay({ from, since }: ListFilters): LocalDate | undefined {
  return since ?? from;
}

function isSearch({ search }: Pick<ListFilters, 'search'>): boolean {
  return (search?.trim() ?? '') !== '';
}

/** Switches between bookings with a balance due and all bookings. */
export function toggledDue({ due, from: _, ...rest }: ListFilters): ListFilters {
  return due ? rest : { ...rest, due: 'yes' };
}

/** Sets the search text; an empty text removes the search. */
export function searchingFor({ search: _, ...others }: ListFilters, words: string): ListFilters {
  return { ...others, ...(words.trim() !== '' && { search: words.trim() }) };
}

/** Removes the chosen days. */
export function ofAllDays({ since: _, until: __, occupies: ___, ...others }: ListFilters): ListFilters {
  return others;
}

/**
 * Moves the list to a day, without a search and without chosen days; today is not written into the
 * address.
 */
export function atDay(filters: ListFilters, day: LocalDate, today: LocalDate): ListFilters {
  const { from: _, search: __, ...others } = ofAllDays(filters);
  return { ...others, ...(day !== today && { from: day }) };
}

/** Selects one doctor or court, or all. */
export function ofResource({ resource: _, ...others }: ListFilters, id: string): ListFilters {
  return { ...others, ...(id !== '' && { resource: id }) };
}
