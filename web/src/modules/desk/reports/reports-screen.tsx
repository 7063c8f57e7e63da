import { Skeleton, Stack } from '@mantine/core';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { reportNames } from '@samay/contract/desk/reports';
import { wording } from '@samay/contract/core/wording';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { FigureCard, FigureGrid } from '../../../ui/layout/figure-card.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { reportsIn } from './api.ts';
import { type ReportPeriod, resolveReportRange } from './report-period.ts';
import { ReportPeriodForm } from './report-period-form.tsx';
import { ReportSection } from './report-section.tsx';

interface ReportsScreenProps {
  period: ReportPeriod;
  onPeriod: (next: ReportPeriod) => void;
}

/** Renders the reports of a period: figures, and for each report its bars, table and file. */
export function ReportsScreen({ period, onPeriod }: ReportsScreenProps) {
  const range = resolveReportRange(period, useToday());
  const options = reportsIn(range);
  const { data, error, isFetching, isPlaceholderData } = useQuery(options);
  const client = useQueryClient();
  const { bookings } = wording[useSession().businessType ?? 'doctor'];
  const retry = () => void cancelAndRefetch(client, options.queryKey);
  const { from, to } = range;
  const days = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  return (
    <Stack gap="lg">
      <ScreenHead
        title="Reports"
        hint={`Received counts money by the day it was taken; revenue counts ${bookings} by their own date.`}
      />
      <ReportPeriodForm period={period} onChange={onPeriod} />
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the reports')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && (
        <Stack gap="lg" role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={122} radius="lg" />
          <Skeleton height={280} radius="lg" />
        </Stack>
      )}
      {data && (
        <>
          <FigureGrid cols={{ base: 2, sm: 4 }}>
            <FigureCard name="Received" value={formatRupees(data.received)} about={days} />
            <FigureCard
              name="Revenue"
              value={formatRupees(data.revenue)}
              about={`${formatCount(data.bookings)} paid ${bookings}`}
            />
            <FigureCard name="Discounts" value={formatRupees(data.discounts.total)} about={days} />
            <FigureCard
              name="Advances held"
              value={formatRupees(data.advances.held)}
              about={`at the end of ${formatDate(to)}`}
            />
          </FigureGrid>
          {reportNames.map((report) => (
            <ReportSection
              key={report}
              report={report}
              reports={data}
              range={range}
              isStale={isPlaceholderData}
            />
          ))}
        </>
      )}
    </Stack>
  );
}
