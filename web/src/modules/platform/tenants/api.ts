import { listTenants, type TenantFilter } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { nonEmptyFilters, pagedOptions, platformKey } from '../api.ts';

export interface TenantFilters {
  readonly search?: string | undefined;
  readonly status: TenantFilter;
  readonly plan?: PlanId | undefined;
}

export function tenantPages(filters: TenantFilters) {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'tenants', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listTenants, { query: { ...nonEmptyFilters(filters), cursor: pageParam }, signal }),
  });
}
