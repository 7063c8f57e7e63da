import type { Status, StatusFilter } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';

/** The filters of the list, as the address holds them. */
export interface ListFilters {
  readonly search?: string;
  readonly status: StatusFilter;
  /** The id of the doctor or court whose bookings are shown. */
  readonly resource?: string;
  /** The first day that the list shows, instead of today. */
  readonly from?: LocalDate;
}

/** The start of one page; the first page has no cursor. */
export interface PageStart {
  readonly cursor?: string;
  readonly limit: number;
}

export const firstPage: PageStart = { limit: 50 };

/** Later pages have the largest size that the server allows, so that a long list is refetched in few requests. */
export function pageAt(cursor: string | null): PageStart | undefined {
  return cursor === null ? undefined : { cursor, limit: 100 };
}

/** The query parameters of one page. `from` is sent only without a cursor, because a cursor is a position already. */
export function pageQuery(
  { search, status, resource, from }: ListFilters,
  { cursor, limit }: PageStart,
): { search?: string; status: StatusFilter; resource?: string; from?: LocalDate; cursor?: string; limit: number } {
  const words = search?.trim() ?? '';
  return {
    ...(words !== '' && { search: words }),
    status,
    ...(resource !== undefined && { resource }),
    ...(from !== undefined && cursor === undefined && { from }),
    ...(cursor !== undefined && { cursor }),
    limit,
  };
}

/** Whether a booking of this status matches the filter. `all` matches everything except cancelled bookings. */
export function belongs(status: Status, filter: StatusFilter): boolean {
  return filter === 'all' ? status !== 'cancelled' : status === filter;
}

/** Whether filters are active, so that an empty list means "nothing matches" and not "no bookings yet". */
export function isNarrowed(filters: ListFilters): boolean {
  return filters.status !== 'all' || filters.resource !== undefined || isSearch(filters);
}

/** The filters with the first day filled in: today, unless the address names another one. A search covers all days. */
export function opened({ from, ...rest }: ListFilters, today: LocalDate): ListFilters {
  return isSearch(rest) ? rest : { ...rest, from: from ?? today };
}

/** Whether the list starts at today. */
export function isAtToday(filters: ListFilters, today: LocalDate): boolean {
  return opened(filters, today).from === today;
}

function isSearch({ search }: Pick<ListFilters, 'search'>): boolean {
  return (search?.trim() ?? '') !== '';
}

/** The filters with another search text; an empty text removes the search. */
export function searchingFor({ search: _, ...others }: ListFilters, words: string): ListFilters {
  return { ...others, ...(words.trim() !== '' && { search: words.trim() }) };
}

/** The filters at another day, without a search, which has none; today is no part of an address. */
export function atDay({ from: _, search: __, ...others }: ListFilters, day: LocalDate, today: LocalDate): ListFilters {
  return { ...others, ...(day !== today && { from: day }) };
}

/** The filters for one doctor or court, or for all. */
export function ofResource({ resource: _, ...others }: ListFilters, id: string): ListFilters {
  return { ...others, ...(id !== '' && { resource: id }) };
}
