import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onMidnight } from '../../lib/browser/midnight.ts';
import { startLive } from '../../lib/live/live.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { useAuth, useSession } from '../../lib/session/session.tsx';

/**
 * What is read from the server, kept up to date by its stream of changes. When a right turns out to be gone, or the person's own row in
 * the staff changes, the session is asked for again: menu and page follow the new role at once.
 */
export function useServerData(): QueryClient {
  const { recheck } = useAuth();
  const { user, permissions } = useSession();
  const [queryClient] = useState(() => createQueryClient(() => void recheck()));
  // The stream tells of one business's rows: who has none is refused, again and again.
  const hasRows = permissions.includes('appointments.read');
  useEffect(() => {
    if (!hasRows) return;
    return startLive(queryClient, ({ table, id }) => {
      if (table === 'staff' && id === user.id) void recheck();
    });
  }, [queryClient, hasRows, user.id, recheck]);
  // What is today's is another's from midnight on, whether anything changes or not.
  useEffect(() => onMidnight(() => void queryClient.invalidateQueries()), [queryClient]);
  return queryClient;
}
