import { Group, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { daysOfMonth, monthName } from '../../../lib/months.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { MonthChoice } from '../../../ui/form/month-choice.tsx';
import { openDrawersQuery } from './api.ts';
import { ClosesList } from './closes-list.tsx';

// Loads the chart library later, so that the list below does not wait for it.
const DifferencesChart = lazy(async () => ({
  default: (await loadChunk(() => import('./differences-chart.tsx'))).DifferencesChart,
}));

interface ClosesOfMonthProps {
  /** The month, such as `2026-11`. */
  month: string;
  onMonth: (month: string) => void;
}

/** Renders the closes of all drawers in a month, and their differences as a chart. */
export function ClosesOfMonth({ month, onMonth }: ClosesOfMonthProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    openDrawersQuery(daysOfMonth(month)),
  );
  const waiting = <Skeleton height={220} radius="lg" />;
  return (
    <Stack gap="sm" component="section" aria-label="Closes" aria-busy={!data && !error}>
      <Group justify="space-between" gap="sm">
        <Title order={2}>Closes</Title>
        <MonthChoice month={month} onMonth={onMonth} />
      </Group>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the closes')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && waiting}
      {data && data.closes.length === 0 && (
        <EmptyState
          text={`No drawer was closed in ${monthName(month)}`}
          hint="Each close is listed here with its difference."
        />
      )}
      {data && data.closes.length > 0 && (
        <>
          <Suspense fallback={waiting}>
            <DifferencesChart month={month} closes={data.closes} />
          </Suspense>
          <ClosesList
            label={`Closes of ${monthName(month)}`}
            closes={data.closes}
            isStale={isPlaceholderData}
          />
        </>
      )}
    </Stack>
  );
}
