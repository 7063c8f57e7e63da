import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { revenueBreakdown } from './api.ts';
import type { DayRange } from './period.ts';
import classes from './charts-card.module.css';
import { failed, getMessage } from './wording.ts';

// Loads the chart library later: it is as large as the rest of the page, and the numbers do not
// wait for it.
const Charts = lazy(async () => ({ default: (await loadChunk(() => import('./charts.tsx'))).Charts }));

/** Renders the revenue as charts: over time, and by payment method. */
export function ChartsCard({ range }: { range: DayRange }) {
  const { data, error, isFetching, refetch } = useQuery(revenueBreakdown(range));
  if (error && !data)
    return (
      <FailureNotice text={failed(getMessage(error))} busy={isFetching} onRetry={() => void refetch()} />
    );
  const waiting = <Skeleton height={280} radius="lg" />;
  if (!data) return waiting;
  return (
    <div className={classes.plots}>
      <Suspense fallback={waiting}>
        <Charts breakdown={data} range={range} />
      </Suspense>
    </div>
  );
}
