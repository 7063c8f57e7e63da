import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { formatDate, indiaHour, now, weekdayOf } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { dashboardNumbers } from './api.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { FigureCards } from './figure-cards.tsx';
import { greetingAt } from './greeting.ts';
import { TransactionsCard } from './transactions-card.tsx';
import { UpcomingCard } from './upcoming-card.tsx';

const failed = 'Failed to load the dashboard';

interface DashboardScreenProps {
  /** Before all of it: what needs a hand now. */
  first?: ReactNode;
  /** Beside the greeting: a page that no sidebar leads to. */
  link?: ReactNode;
}

/** The home of a business: what the numbers say, what comes next, what was paid. */
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
            {greetingAt(indiaHour(now()))}. It is {weekdayOf(today)}, {formatDate(today)}.
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
