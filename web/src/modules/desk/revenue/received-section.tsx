import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { exportReceived } from '@samay/contract/ledger/received';
import { formatRupees } from '@samay/contract/core/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { downloadText } from '../../../lib/browser/download.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { receivedIn } from './api.ts';
import chartClasses from './charts-card.module.css';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import type { DayRange } from './period.ts';
import classes from './revenue-screen.module.css';
import { useRevenueWording } from './wording.ts';

const ReceivedCharts = lazy(async () => ({
  default: (await loadChunk(() => import('./charts.tsx'))).ReceivedCharts,
}));

/** Renders the money taken in a range of days, less the money given back. It loads its own data. */
export function ReceivedSection({ range }: { range: DayRange }) {
  const id = useId();
  const { bookings } = useRevenueWording();
  const options = receivedIn(range);
  const { data, error, isFetching } = useQuery(options);
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, options.queryKey);
  const waiting = <Skeleton height={160} radius="lg" />;
  return (
    <section aria-labelledby={id}>
      <Stack gap="sm">
        <div className={classes.head}>
          <div>
            <Title order={2} id={id}>
              Received
            </Title>
            <Text size="sm" c="dimmed">
              {`Revenue counts ${bookings} by their own date; Received counts money by the day it was taken.`}
            </Text>
          </div>
          <ExportButton
            name="Export received"
            file={`received_${range.from}_${range.to}.csv`}
            failed="Failed to export what was received"
            download={(file) => downloadText(exportReceived, { query: range }, file)}
          />
        </div>
        {error && (
          <FailureNotice
            text={errorText(error, 'Failed to load what was received')}
            {...(data && { hint: 'What you see may be out of date.' })}
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
          <Text className={classes.received ?? ''}>
            <b>{formatRupees(data.total)}</b> received
          </Text>
        )}
        {data && data.methods.length > 0 && (
          <div className={chartClasses.plots}>
            <Suspense fallback={waiting}>
              <ReceivedCharts received={data} range={range} />
            </Suspense>
          </div>
        )}
      </Stack>
    </section>
  );
}
