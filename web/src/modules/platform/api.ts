import { listPlatformPlans } from '@samay/contract/platform/billing';
import { getTenant, listTenants } from '@samay/contract/platform/tenants';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** The first part of every query key of the platform. */
export const platformKey = 'platform';

/**
 * The options that every list of the platform shares. A list is paged by key: each page returns the
 * start of the next one.
 */
export const pagedOptions = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  placeholderData: keepPreviousData,
  // Each read of personal data is logged: returning to the browser window must not cause another.
  refetchOnWindowFocus: false,
};

/** Removes empty filters: an undefined value or an empty text filters nothing. */
export function nonEmptyFilters<T extends object>(filters: T): T {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as T;
}

/** Returns the query of the first tenants that match the search, for a select. */
export function tenantChoices(search: string) {
  return queryOptions({
    queryKey: [platformKey, 'tenants', 'choices', search],
    queryFn: ({ signal }) =>
      call(listTenants, { query: { ...(search !== '' && { search }), limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the query of a tenant's name by the id in the address. The whole tenant is fetched,
 * because the page needs it anyway; the read is logged.
 */
export function oneTenantName(id: string) {
  return {
    ...oneTenant(id),
    select: ({ tenant }: { tenant: { name: string } }) => tenant.name,
    staleTime: 300_000,
  };
}

export function oneTenant(id: string) {
  return queryOptions({
    queryKey: [platformKey, 'tenant', id],
    queryFn: ({ signal }) => call(getTenant, { params: { id }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** Returns the query of the plans with their limits and prices. */
export function planTerms() {
  return queryOptions({
    queryKey: [platformKey, 'plans'],
    queryFn: ({ signal }) => call(listPlatformPlans, { signal }),
  });
}

/** Refetches everything of the platform: a change of one tenant shows in many places. */
export async function refreshPlatform(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [platformKey] });
}
