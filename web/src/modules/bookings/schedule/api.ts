import { getTenantSchedule } from '@samay/contract/platform/tenants';
import { getSchedule } from '@samay/contract/bookings/schedule';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import type { DayRange } from './view.ts';

/** The key begins with the table that bookings stand in, so that a live change asks for them anew. */
export function scheduleOf(range: DayRange) {
  return queryOptions({
    queryKey: ['appointments', 'schedule', range],
    queryFn: ({ signal }) => call(getSchedule, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Of a business that a super admin looks at: each look stands in its log, so that switching windows is none. */
export function tenantScheduleOf(id: string, range: DayRange) {
  return queryOptions({
    queryKey: ['platform', 'schedule', id, range],
    queryFn: ({ signal }) => call(getTenantSchedule, { params: { id }, query: range, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}
