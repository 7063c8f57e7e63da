import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onMidnight } from '../../lib/browser/midnight.ts';
import { startLive } from '../../lib/live/live.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { useAuth, useSession } from '../../lib/session/session.tsx';

/**
 * Returns the query client of the dashboard, kept up to date by the server's stream of changes.
 * When a permission is refused or the user's own staff row changes, the session is loaded again, so
 * that menu and page follow the new role.
 */
export function useLiveQueryClient(): QueryClient {
  const { recheck } = useAuth();
  const { user, permissions } = useSession();
  const [queryClient] = useState(() => createQueryClient(() => void recheck()));
  // The stream belongs to one business: it refuses a user without one.
  const hasRows = permissions.includes('appointments.read');
  useEffect(() => {
    if (!hasRows) return;
    return startLive(queryClient, ({ table, id }) => {
      if (table === 'staff' && id === user.id) void recheck();
    });
  }, [queryClient, hasRows, user.id, recheck]);
  // Refetches at midnight, when all data about today changes without a changed row.
  useEffect(() => onMidnight(() => void queryClient.invalidateQueries()), [queryClient]);
  return queryClient;
}
