import type { PlanId } from '@samay/contract/tenancy/plans';
import { getOverview, getTenant, listTenantAppointments, listTenants, type TenantFilter } from '@samay/contract/platform/tenants';
import {
  getAnalytics,
  listPlatformPayments,
  listPlatformPlans,
  listPlatformSubscriptions,
  listUnplacedPayments,
} from '@samay/contract/platform/billing';
import { listPlatformUsers, type UserFilter } from '@samay/contract/platform/users';
import type { Role } from '@samay/contract/core/roles';
import type { StatusFilter } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export interface TenantFilters {
  readonly search?: string | undefined;
  readonly status: TenantFilter;
  readonly plan?: PlanId | undefined;
}

export interface UserFilters {
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly business?: string | undefined;
  readonly status: UserFilter;
}

const root = 'platform';

/** Every list pages by key: a page says where the next one begins. */
const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  placeholderData: keepPreviousData,
  // Each look at people's data stands in the log: switching windows is none.
  refetchOnWindowFocus: false,
};

export function overviewNumbers() {
  return queryOptions({ queryKey: [root, 'overview'], queryFn: ({ signal }) => call(getOverview, { signal }) });
}

export function tenantPages(filters: TenantFilters) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [root, 'tenants', filters],
    queryFn: ({ pageParam, signal }) => call(listTenants, { query: { ...given(filters), cursor: pageParam }, signal }),
  });
}

/** Businesses to choose one from. */
export function tenantChoices(search: string) {
  return queryOptions({
    queryKey: [root, 'tenants', 'choices', search],
    queryFn: ({ signal }) => call(listTenants, { query: { ...(search !== '' && { search }), limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The name of a business that an address has chosen, from the view that is asked for anyway; looking it up is noted like any look. */
export function oneTenantName(id: string) {
  return { ...oneTenant(id), select: ({ tenant }: { tenant: { name: string } }) => tenant.name, staleTime: 300_000 };
}

export function oneTenant(id: string) {
  return queryOptions({
    queryKey: [root, 'tenant', id],
    queryFn: ({ signal }) => call(getTenant, { params: { id }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** Opens at `from`; without it at the top, as a search does, which looks at all days. */
export function tenantAppointmentPages(id: string, filters: { search?: string | undefined; status: StatusFilter; from?: LocalDate }) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [root, 'appointments', id, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listTenantAppointments, { params: { id }, query: { ...given(filters), cursor: pageParam }, signal }),
    getPreviousPageParam: (page) => page.previous ?? undefined,
  });
}

export function userPages(filters: UserFilters) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [root, 'users', filters],
    queryFn: ({ pageParam, signal }) => call(listPlatformUsers, { query: { ...given(filters), cursor: pageParam }, signal }),
  });
}

export function planTerms() {
  return queryOptions({ queryKey: [root, 'plans'], queryFn: ({ signal }) => call(listPlatformPlans, { signal }) });
}

export function subscriptionPages(filters: { plan?: PlanId | undefined; status?: 'active' | 'ended' | undefined }) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [root, 'subscriptions', filters],
    queryFn: ({ pageParam, signal }) => call(listPlatformSubscriptions, { query: { ...given(filters), cursor: pageParam }, signal }),
  });
}

export function paymentPages(filters: { state?: 'open' | 'expired' | 'paid' | 'granted' | undefined }) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [root, 'payments', filters],
    queryFn: ({ pageParam, signal }) => call(listPlatformPayments, { query: { ...given(filters), cursor: pageParam }, signal }),
  });
}

export function unplacedPaymentPages() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [root, 'unplaced-payments'],
    queryFn: ({ pageParam, signal }) => call(listUnplacedPayments, { query: { cursor: pageParam }, signal }),
  });
}

export function analyticsOf(by: 'month' | 'week') {
  return queryOptions({
    queryKey: [root, 'analytics', by],
    queryFn: ({ signal }) => call(getAnalytics, { query: { by }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks the server again for everything of the platform: a change of one business shows in many places. */
export async function refreshPlatform(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [root] });
}

/** Without what is not given: an empty text is no filter. */
function given<T extends object>(filters: T): T {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')) as T;
}
