import type { StatusFilter } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';
import { listTenantAppointments } from '@samay/contract/platform/tenants';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { nonEmptyFilters, pagedOptions, platformKey } from '../api.ts';

/**
 * Returns the query of a tenant's appointments, from the day `from` on; without `from` from the top
 * of the list, as a search over all days needs it.
 */
export function tenantAppointmentPages(
  id: string,
  filters: { search?: string | undefined; status: StatusFilter; from?: LocalDate },
) {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'appointments', id, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listTenantAppointments, {
        params: { id },
        query: { ...nonEmptyFilters(filters), cursor: pageParam },
        signal,
      }),
    getPreviousPageParam: (page) => page.previous ?? undefined,
  });
}
