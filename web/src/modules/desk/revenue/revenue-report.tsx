import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import type { RevenueSummary } from '@samay/contract/desk/revenue';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FigureCard, FigureGrid } from '../../../ui/layout/figure-card.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { revenueSummary } from './api.ts';
import type { DayRange, Narrowed } from './period.ts';
import { ChartsCard } from './charts-card.tsx';
import classes from './revenue-screen.module.css';
import { ReceivedSection } from './received-section.tsx';
import { TransactionsSection } from './transactions-section.tsx';
import { failed, loading, getMessage, useRevenueWording } from './wording.ts';

interface RevenueReportProps {
  range: DayRange;
  /**
   * Whether a custom period lacks a date. The numbers are then today's, and the text asks for the
   * dates.
   */
  isIncomplete: boolean;
  narrowed: Narrowed;
  onShowAll: () => void;
  /** Selects the longest period, unless it is selected already. */
  onWiden?: () => void;
}

/** Renders the revenue of a range of days: totals, charts and transactions. */
export function RevenueReport({ range, isIncomplete, narrowed, onShowAll, onWiden }: RevenueReportProps) {
  const options = revenueSummary(range);
  const { data, error, isFetching, isPlaceholderData } = useQuery(options);
  const client = useQueryClient();
  const { selectDates } = useRevenueWording();
  const retry = () => void cancelAndRefetch(client, options.queryKey);
  const days = isIncomplete ? selectDates : daysText(range);

  return (
    <Stack gap="lg" aria-busy={isPlaceholderData || undefined}>
      {error && (
        <FailureNotice
          text={failed(getMessage(error))}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <ReportSkeleton onRetry={retry} />}
      {data && (
        <>
          <SummaryCards summary={data} days={days} />
          {(data.bookings > 0 || data.earlier !== 0 || data.fees > 0) && <ChartsCard range={range} />}
          <ReceivedSection range={range} />
          <TransactionsSection range={range} narrowed={narrowed} onShowAll={onShowAll} onWiden={onWiden} />
          {data.bookings > 0 && <BottomStrip summary={data} days={days} />}
        </>
      )}
    </Stack>
  );
}

function SummaryCards({
  summary: { total, bookings, average, earlier, fees },
  days,
}: {
  summary: RevenueSummary;
  days: string;
}) {
  const words = useRevenueWording();
  const noun = bookings === 1 ? words.booking : words.bookings;
  return (
    <FigureGrid cols={{ base: 2, sm: 3 }}>
      <FigureCard
        name="Total Revenue"
        value={formatRupees(total)}
        about={`${formatCount(bookings)} ${noun}${namedText({ earlier, fees })} · ${days}`}
        isWide
      />
      <FigureCard
        name={`Average per ${words.booking}`}
        value={formatRupees(average)}
        about="Rounded to a rupee"
      />
      <FigureCard name="Total Transactions" value={formatCount(bookings)} about={days} />
    </FigureGrid>
  );
}

/**
 * Names the parts of the revenue that count no booking: fees, and money for earlier, locked months; empty
 * where there is none.
 */
function namedText({ earlier, fees }: Pick<RevenueSummary, 'earlier' | 'fees'>): string {
  const parts = [
    ...(fees === 0 ? [] : [`${formatRupees(fees)} of cancellation fees`]),
    ...(earlier === 0 ? [] : [`${formatRupees(earlier)} for earlier months`]),
  ];
  return parts.length === 0 ? '' : ` and ${parts.join(' and ')}`;
}

function BottomStrip({ summary: { total, bookings }, days }: { summary: RevenueSummary; days: string }) {
  const words = useRevenueWording();
  return (
    <section aria-label="Summary" className={classes.strip}>
      <span>{days}</span>
      <span>
        {formatCount(bookings)} {bookings === 1 ? words.booking : words.bookings}
      </span>
      <span>{formatRupees(total)}</span>
    </section>
  );
}

function ReportSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <VisuallyHidden role="status">{loading}</VisuallyHidden>
      <SlowNotice onRetry={onRetry} />
      <p className={classes.waiting} aria-hidden>
        {loading}
      </p>
      <FigureGrid cols={{ base: 2, sm: 3 }}>
        {Array.from({ length: 3 }, (_, card) => (
          <Skeleton key={card} height={122} radius="lg" data-wide={card === 0 || undefined} />
        ))}
      </FigureGrid>
      <Skeleton height={280} radius="lg" />
    </Stack>
  );
}

function daysText({ from, to }: DayRange): string {
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
}
