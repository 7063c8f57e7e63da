import type { Role } from '@samay/contract/core/roles';
import { listPlatformUsers, type UserFilter } from '@samay/contract/platform/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { nonEmptyFilters, pagedOptions, platformKey } from '../api.ts';

export interface UserFilters {
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly business?: string | undefined;
  readonly status: UserFilter;
}

export function userPages(filters: UserFilters) {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'users', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listPlatformUsers, { query: { ...nonEmptyFilters(filters), cursor: pageParam }, signal }),
  });
}
