import { Skeleton, Stack, Title } from '@mantine/core';
import type { BookingRequest } from '@samay/contract/public/requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { requestList } from './api.ts';
import { RequestCard } from './request-card.tsx';

/** Renders the times that visitors of the public page asked for: those that wait first. */
export function RequestsScreen() {
  const { data, error, isFetching } = useQuery(requestList);
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, requestList.queryKey);
  const waiting = data?.items.filter(({ state }) => state === 'pending') ?? [];
  const others = data?.items.filter(({ state }) => state !== 'pending') ?? [];
  return (
    <Stack gap="md" maw={760}>
      <ScreenHead
        title="Requests"
        hint="Times that visitors of your public page asked for. Each is kept until you answer, or until it lapses."
      />
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the requests')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && (
        <div role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={160} radius="lg" />
        </div>
      )}
      {data && waiting.length === 0 && <EmptyState text="No request waits" />}
      <List requests={waiting} />
      {others.length > 0 && <Title order={2}>Last 30 days</Title>}
      <List requests={others} />
    </Stack>
  );
}

function List({ requests }: { requests: readonly BookingRequest[] }) {
  return requests.map((request) => <RequestCard key={request.id} request={request} />);
}
