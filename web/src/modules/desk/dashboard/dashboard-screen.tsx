import { Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { formatDate, indiaHour, getWeekday } from '@samay/contract/core/time';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { call, errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { FigureGrid } from '../../../ui/layout/figure-card.tsx';
import { FigureCards } from './figure-cards.tsx';
import { TransactionsCard } from './transactions-card.tsx';
import { UpcomingCard } from './upcoming-card.tsx';
import { greetingAt } from './wording.ts';

const failed = 'Failed to load the dashboard';

interface DashboardScreenProps {
  /** Content shown first: the items that need attention now. */
  first?: ReactNode;
  /** A link next to the greeting, to a page that is not in the sidebar. */
  link?: ReactNode;
}

/**
 * Renders the home page of a business: numbers, upcoming bookings, recent transactions, from its
 * first day on.
 */
export function DashboardScreen({ first, link }: DashboardScreenProps) {
  const { user } = useSession();
  const { data, error, isFetching } = useQuery(dashboardNumbers());
  const client = useQueryClient();
  const today = useToday();
  const retry = () => void cancelAndRefetch(client, dashboardNumbers().queryKey);

  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={1}>Welcome, {user.name}</Title>
          <Text size="sm" c="dimmed">
            {greetingAt(indiaHour(serverNow()))}. It is {getWeekday(today)}, {formatDate(today)}.
          </Text>
        </div>
        {link}
      </Group>
      {first}
      {error && (
        <FailureNotice
          text={errorText(error, failed)}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <DashboardSkeleton onRetry={retry} />}
      {data && (
        <>
          <FigureCards numbers={data} />
          <SimpleGrid cols={{ base: 1, md: data.recentTransactions ? 2 : 1 }} spacing="lg">
            <UpcomingCard lines={data.upcoming} unmarked={data.unmarked} today={today} />
            {data.recentTransactions && <TransactionsCard lines={data.recentTransactions} />}
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

/** Renders placeholders while the numbers load. */
function DashboardSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <SlowNotice onRetry={onRetry} />
      <FigureGrid cols={{ base: 2, md: 4 }}>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={132} radius="lg" />
        ))}
      </FigureGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Skeleton height={248} radius="lg" />
        <Skeleton height={248} radius="lg" />
      </SimpleGrid>
    </Stack>
  );
}

function dashboardNumbers() {
  return queryOptions({ queryKey: ['dashboard'], queryFn: ({ signal }) => call(getDashboard, { signal }) });
}
