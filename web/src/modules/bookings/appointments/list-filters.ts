import type { Status, StatusFilter } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';

/** What the address says about the list. */
export interface ListFilters {
  readonly search?: string;
  readonly status: StatusFilter;
  /** Open at this day instead of today. */
  readonly from?: LocalDate;
}

/** Where one page of the list begins; the first has no cursor. */
export interface PageStart {
  readonly cursor?: string;
  readonly limit: number;
}

export const firstPage: PageStart = { limit: 50 };

/** Later pages are the largest that the server gives, so that a long list is fetched again in few calls. */
export function pageAt(cursor: string | null): PageStart | undefined {
  return cursor === null ? undefined : { cursor, limit: 100 };
}

/** The query of one page. A cursor already stands at its place, so `from` speaks only for the first page. */
export function pageQuery(
  { search, status, from }: ListFilters,
  { cursor, limit }: PageStart,
): { search?: string; status: StatusFilter; from?: LocalDate; cursor?: string; limit: number } {
  const words = search?.trim() ?? '';
  return {
    ...(words !== '' && { search: words }),
    status,
    ...(from !== undefined && cursor === undefined && { from }),
    ...(cursor !== undefined && { cursor }),
    limit,
  };
}

/** Whether a row of this status stands under a filter: `all` is everything that is not cancelled. */
export function belongs(status: Status, filter: StatusFilter): boolean {
  return filter === 'all' ? status !== 'cancelled' : status === filter;
}

/** Whether an empty list means "nothing matches" rather than "nothing there yet". */
export function isNarrowed(filters: ListFilters): boolean {
  return filters.status !== 'all' || isSearch(filters);
}

/** The filters with the day that the list opens at: today, unless the address names another one. A search looks at all days. */
export function opened({ from, ...rest }: ListFilters, today: LocalDate): ListFilters {
  return isSearch(rest) ? rest : { ...rest, from: from ?? today };
}

/** Whether the list opens at today. */
export function isAtToday(filters: ListFilters, today: LocalDate): boolean {
  return opened(filters, today).from === today;
}

function isSearch({ search }: Pick<ListFilters, 'search'>): boolean {
  return (search?.trim() ?? '') !== '';
}

/** The same filters with other words searched for; empty words are no filter. */
export function searchingFor({ status, from }: ListFilters, words: string): ListFilters {
  return { status, ...(from !== undefined && { from }), ...(words.trim() !== '' && { search: words.trim() }) };
}
