import { Skeleton, Text } from '@mantine/core';
import type { Summary } from '@samay/contract/desk/summary';
import { wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { summaryNumbers } from './api.ts';
import { DaysPlot } from './days-plot.tsx';
import classes from './summary-section.module.css';
import { SummaryTable } from './summary-table.tsx';
import { mainRows, methodRows, resourceRows } from './rows.ts';
import { hiddenText, shorterText } from './wording.ts';

/**
 * Renders the business's numbers: today, this calendar month and the corresponding days of the
 * last, regardless of the period chosen below.
 */
export function SummarySection() {
  const { data, error, isFetching, refetch } = useQuery(summaryNumbers());
  if (error && !data)
    return (
      <FailureNotice
        text={errorText(error, 'Failed to load the numbers')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={360} radius="lg" aria-busy />;
  return <SummaryCards summary={data} />;
}

function SummaryCards({ summary }: { summary: Summary }) {
  const words = wording[useSession().businessType ?? 'doctor'];
  const { days, methods, resources, hidden, byDay } = summary;
  const shorter = shorterText(days);
  const byResource = `Revenue by ${words.resource}`;
  return (
    <div className={classes.cards}>
      <section aria-label="At a glance" className={classes.card}>
        <SummaryTable label="At a glance" days={days} rows={mainRows(summary, words)} />
        {shorter && <Note text={shorter} />}
        {hidden > 0 && <Note text={hiddenText(hidden, words)} />}
      </section>
      {byDay.length > 0 && (
        <section aria-label="Revenue each day" className={classes.card}>
          <h2 className={classes.name}>Revenue each day</h2>
          <DaysPlot summary={summary} />
        </section>
      )}
      {methods.length > 0 && (
        <section aria-label="Revenue by payment method" className={classes.card}>
          <h2 className={classes.name}>Revenue by payment method</h2>
          <SummaryTable label="Revenue by payment method" days={days} rows={methodRows(summary, words)} />
        </section>
      )}
      {resources.length > 0 && (
        <section aria-label={byResource} className={classes.card}>
          <h2 className={classes.name}>{byResource}</h2>
          <SummaryTable label={byResource} days={days} rows={resourceRows(summary, words)} />
        </section>
      )}
    </div>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed" pt="xs">
      {text}
    </Text>
  );
}
