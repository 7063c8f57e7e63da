import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { formatDate, indiaHour, now, weekdayOf } from '@samay/contract/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/api.ts';
import { askAgain } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { useToday } from '../../lib/use-today.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { dashboardNumbers } from './api.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { FigureCards } from './figure-cards.tsx';
import { greetingAt } from './greeting.ts';
import { TransactionsCard } from './transactions-card.tsx';
import { UpcomingCard } from './upcoming-card.tsx';

const failed = 'Failed to load the dashboard';

/** The home of a business: what the numbers say, what comes next, what was paid. Before all of it, `first`: what needs a hand now. */
export function DashboardScreen({ first }: { first?: ReactNode }) {
  const { user } = useSession();
  const { data, error, isFetching } = useQuery(dashboardNumbers());
  const client = useQueryClient();
  const today = useToday();
  const retry = () => void askAgain(client, dashboardNumbers().queryKey);

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Welcome, {user.name}</Title>
        <Text size="sm" c="dimmed">
          {greetingAt(indiaHour(now()))}. It is {weekdayOf(today)}, {formatDate(today)}.
        </Text>
      </div>
      {first}
      {error && (
        <FailureNotice
          text={errorText(error, failed)}
          {...(data && { hint: 'You see what was loaded before.' })}
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
