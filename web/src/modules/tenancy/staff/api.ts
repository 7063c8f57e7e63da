import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { StaffSource } from './staff-source.tsx';

/** The query of the staff and pending invitations, newest first, filtered by the search. */
export function staffPages(source: StaffSource, search: string) {
  return infiniteQueryOptions({
    queryKey: [...source.key, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      source.list({ ...(search !== '' && { search }), ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Refetches the staff, and the number of staff on the dashboard. */
export async function refreshStaff(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['staff'] }), client.invalidateQueries({ queryKey: ['dashboard'] })]);
}
