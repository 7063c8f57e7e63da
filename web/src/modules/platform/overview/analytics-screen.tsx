import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { Pills } from '../../../ui/table/pills.tsx';
import { AnalyticsTable } from './analytics-table.tsx';
import { analyticsQuery } from './api.ts';

// Loads the chart library later: it is larger than the rest of the page, and the table does not
// wait for it.
const AnalyticsCharts = lazy(async () => ({
  default: (await loadChunk(() => import('./analytics-charts.tsx'))).AnalyticsCharts,
}));

interface AnalyticsScreenProps {
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

/** Renders tenants, bookings and revenue by plan over time, as charts and as a table. */
export function AnalyticsScreen({ filters, onFiltersChange }: AnalyticsScreenProps) {
  const by = filters['by'] === 'week' ? 'week' : 'month';
  const { data, error, isFetching } = useQuery(analyticsQuery(by));
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, analyticsQuery(by).queryKey);
  const waiting = <Skeleton height={280} radius="lg" />;
  return (
    <Stack gap="lg">
      <ScreenHead
        title="Analytics"
        hint={
          by === 'month'
            ? 'The last twelve months, the current one so far.'
            : 'The last twelve weeks, the current one so far.'
        }
      >
        <Pills
          label="Period"
          options={[
            { value: 'month', name: 'Months' },
            { value: 'week', name: 'Weeks' },
          ]}
          value={by}
          onChange={(next) => onFiltersChange({ by: next === 'week' ? 'week' : '' })}
        />
      </ScreenHead>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load analytics')}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && (
        <div role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          {waiting}
        </div>
      )}
      {data && (
        <>
          <Suspense fallback={waiting}>
            <AnalyticsCharts periods={data.periods} by={by} />
          </Suspense>
          <AnalyticsTable periods={data.periods} by={by} />
        </>
      )}
    </Stack>
  );
}
