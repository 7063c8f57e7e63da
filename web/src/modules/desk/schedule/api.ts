import { getTenantAvailability } from '@samay/contract/platform/tenant-availability';
import { getTenantSchedule } from '@samay/contract/platform/tenants';
import { getSchedule } from '@samay/contract/desk/schedule';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import type { DayRange } from './layout/view.ts';

/** The time for which a business's own lists stay fresh. */
const seldomMs = 300_000;

/**
 * Returns the query of a schedule. Its key begins with `appointments`, so a live change of that
 * table refetches it.
 */
export function scheduleOf(range: DayRange) {
  return queryOptions({
    queryKey: ['appointments', 'schedule', range],
    queryFn: ({ signal }) => call(getSchedule, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the schedule of a business for a super admin. Each read is logged, so it is not refetched
 * on window focus.
 */
export function tenantScheduleQuery(id: string, range: DayRange) {
  return queryOptions({
    queryKey: ['platform', 'schedule', id, range],
    queryFn: ({ signal }) => call(getTenantSchedule, { params: { id }, query: range, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/**
 * Returns the doctors or courts, services and hours of a business for a super admin. The columns
 * and the choice among them share this one logged read.
 */
export function tenantAvailabilityQuery(id: string, range: DayRange) {
  return queryOptions({
    queryKey: ['platform', 'availability', id, range],
    queryFn: ({ signal }) => call(getTenantAvailability, { params: { id }, query: range, signal }),
    placeholderData: keepPreviousData,
    staleTime: seldomMs,
    refetchOnWindowFocus: false,
  });
}
