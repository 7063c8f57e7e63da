import type { StatusFilter } from '@samay/contract/bookings/statuses';

export interface ListSearch {
  search?: string;
  status?: StatusFilter;
  /** YYYY-MM-DD. */
  from?: string;
  /** Whose list, where a super admin has chosen one. */
  business?: string;
}

const statuses: Record<StatusFilter, true> = { all: true, scheduled: true, completed: true, cancelled: true, no_show: true };

/** What the list's address says, cleaned of what it cannot mean. By hand: the schemas would weigh on the login page too. */
export function listFilters(raw: Record<string, unknown>): ListSearch {
  const { search, status, from, business } = raw;
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.slice(0, 100) }),
    ...(isStatusFilter(status) && status !== 'all' && { status }),
    ...(isDay(from) && { from }),
    ...(isId(business) && { business }),
  };
}

function isStatusFilter(value: unknown): value is StatusFilter {
  return typeof value === 'string' && Object.hasOwn(statuses, value);
}

/** A calendar day, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(value);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(value);
}

/** An id as the server gives them out. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
}
