import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { StaffSource } from './staff-source.tsx';

/** People and pending invitations, newest first, that match the words. */
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

/** Asks the server again for the list, and for the number of staff on the dashboard. */
export async function refreshStaff(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['staff'] }), client.invalidateQueries({ queryKey: ['dashboard'] })]);
}
