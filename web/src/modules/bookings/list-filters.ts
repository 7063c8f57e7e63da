import type { Status, StatusFilter } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';

/** The filters of the list, as the address holds them. */
export interface ListFilters {
  readonly search?: string;
  readonly status: StatusFilter;
  /** Only what is due, up to today. */
  readonly due?: 'yes';
  /** The id of the doctor or court whose bookings are shown. */
  readonly resource?: string;
  /** The first day that the list shows, instead of today. */
  readonly from?: LocalDate;
  /** Only these days, both included. */
  readonly since?: LocalDate;
  readonly until?: LocalDate;
  /** Only what occupies a doctor or a court on these days. */
  readonly occupies?: 'yes';
}

/** The start of one page; the first page has no cursor. */
export interface PageStart {
  readonly cursor?: string;
  readonly limit: number;
}

export const firstPage: PageStart = { limit: 50 };

/**
 * Later pages have the largest size that the server allows, so that a long list is refetched in few
 * requests.
 */
export function pageAt(cursor: string | null): PageStart | undefined {
  return cursor === null ? undefined : { cursor, limit: 100 };
}

/**
 * The query parameters of one page. `from` is sent only without a cursor, because a cursor is a
 * position already.
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
 * Whether a booking matches the filters. The status `all` matches everything except cancelled
 * bookings.
 */
export function belongs(
  { status, due }: { status: Status; due: number | null },
  filters: Pick<ListFilters, 'status' | 'due'>,
): boolean {
  if (filters.due && !due) return false;
  return filters.status === 'all' ? status !== 'cancelled' : status === filters.status;
}

/**
 * Whether filters are active, so that an empty list means "nothing matches" and not "no bookings
 * yet".
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

/** Whether only some days are shown. */
export function isOfDays({ since, until }: ListFilters): boolean {
  return since !== undefined && until !== undefined;
}

/**
 * The filters with the first day filled in: today, unless the address names another one. A search
 * and what is due cover all days, or those named.
 */
export function opened({ from, ...rest }: ListFilters, today: LocalDate): ListFilters {
  return isSearch(rest) || rest.due || isOfDays(rest) ? rest : { ...rest, from: from ?? today };
}

/** Whether the list starts at today. */
export function isAtToday(filters: ListFilters, today: LocalDate): boolean {
  return opened(filters, today).from === today;
}

function isSearch({ search }: Pick<ListFilters, 'search'>): boolean {
  return (search?.trim() ?? '') !== '';
}

/** The filters with what is due alone, or with everything again. */
export function toggledDue({ due, from: _, ...rest }: ListFilters): ListFilters {
  return due ? rest : { ...rest, due: 'yes' };
}

/** The filters with another search text; an empty text removes the search. */
export function searchingFor({ search: _, ...others }: ListFilters, words: string): ListFilters {
  return { ...others, ...(words.trim() !== '' && { search: words.trim() }) };
}

/** The filters with every day again. */
export function ofAllDays({ since: _, until: __, occupies: ___, ...others }: ListFilters): ListFilters {
  return others;
}

/**
 * The filters at another day, without a search and without chosen days, which have none; today is
 * no part of an address.
 */
export function atDay(filters: ListFilters, day: LocalDate, today: LocalDate): ListFilters {
  const { from: _, search: __, ...others } = ofAllDays(filters);
  return { ...others, ...(day !== today && { from: day }) };
}

/** The filters for one doctor or court, or for all. */
export function ofResource({ resource: _, ...others }: ListFilters, id: string): ListFilters {
  return { ...others, ...(id !== '' && { resource: id }) };
}
