import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../lib/api.ts';
import { askAgain } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SlowNotice } from '../../ui/slow-notice.tsx';
import { calendarQuery } from './api.ts';
import { CalendarCard } from './calendar-card.tsx';
import { ReturnedNotice } from './returned-notice.tsx';
import { returnedIn } from './wording.ts';

/**
 * What the business has connected (specification 2, "Settings"); nothing for who may not know. `search` is the page's own: it says what
 * came of a connection that was tried.
 */
export function IntegrationsSection({ search }: { search: { readonly connected?: unknown; readonly error?: unknown } }) {
  return useSession().permissions.includes('usage.read') ? <OwnSection search={search} /> : null;
}

function OwnSection({ search }: { search: { readonly connected?: unknown; readonly error?: unknown } }) {
  const { data, error, isFetching } = useQuery(calendarQuery);
  const client = useQueryClient();
  const retry = () => void askAgain(client, calendarQuery.queryKey);
  const returned = returnedIn(search);
  return (
    <SectionCard title="Integrations">
      {returned && <ReturnedNotice returned={returned} />}
      {data && <CalendarCard connection={data} />}
      {!data && error && <FailureNotice text={errorText(error, 'Failed to load your integrations')} busy={isFetching} onRetry={retry} />}
      {!data && !error && (
        <Stack gap="sm" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={24} width="40%" radius="md" />
          <Skeleton height={36} radius="md" />
        </Stack>
      )}
    </SectionCard>
  );
}
