import { listAudit, listAuditActors, listPlatformAudit } from '@samay/contract/audit/audit-log';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export interface AuditFilters {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  /** A day in India, YYYY-MM-DD. */
  readonly day?: string | undefined;
}

/**
 * The audit log to read: the user's own business's, the platform's, or that of one business as a
 * super admin reads it.
 */
export type AuditScope =
  | { readonly of: 'business' }
  | { readonly of: 'platform'; readonly business: string | undefined };

export function auditPages(scope: AuditScope, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['audit', scope, filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, cursor: pageParam };
      if (scope.of === 'business') return call(listAudit, { query, signal });
      return call(listPlatformAudit, { query: { ...query, business: scope.business }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

export function auditActors() {
  return queryOptions({
    queryKey: ['audit', 'people'],
    queryFn: ({ signal }) => call(listAuditActors, { signal }),
    staleTime: 60_000,
  });
}
