import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { refreshTopic } from '../../../lib/live/batch-invalidations.ts';
import { refreshAfterChange } from '../../../lib/live/live.ts';
import type { StaffSource } from './staff-source.tsx';

/** Returns the query of the staff and pending invitations, newest first, filtered by the search. */
export function staffPages(source: StaffSource, search: string) {
  return infiniteQueryOptions({
    queryKey: [...source.key, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      source.list(
        { ...(search !== '' && { search }), ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/**
 * Refetches the staff, and the number of staff on the dashboard, once with the live event of the
 * same change. Without `id` (the member or invitation that was changed) it refetches immediately.
 */
export async function refreshStaff(client: QueryClient, id?: string): Promise<void> {
  await (id === undefined ? refreshTopic(client, 'staff') : refreshAfterChange(client, 'staff', id));
}
