import { Skeleton, Text } from '@mantine/core';
import type { Glance } from '@samay/contract/desk/glance';
import { wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { glanceNumbers } from './api.ts';
import { DaysPlot } from './days-plot.tsx';
import classes from './glance-section.module.css';
import { GlanceTable } from './glance-table.tsx';
import { mainRows, methodRows, resourceRows } from './rows.ts';
import { hiddenText, shorterText } from './wording.ts';

/**
 * Renders the business's numbers: today, this calendar month and the corresponding days of the
 * last, regardless of the period chosen below.
 */
export function GlanceSection() {
  const { data, error, isFetching, refetch } = useQuery(glanceNumbers());
  if (error && !data)
    return (
      <FailureNotice
        text={errorText(error, 'Failed to load the numbers')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={360} radius="lg" aria-busy />;
  return <GlanceCards glance={data} />;
}

function GlanceCards({ glance }: { glance: Glance }) {
  const words = wording[useSession().businessType ?? 'doctor'];
  const { days, methods, resources, hidden, byDay } = glance;
  const shorter = shorterText(days);
  const byResource = `Revenue by ${words.resource}`;
  return (
    <div className={classes.cards}>
      <section aria-label="At a glance" className={classes.card}>
        <GlanceTable label="At a glance" days={days} rows={mainRows(glance, words)} />
        {shorter && <Note text={shorter} />}
        {hidden > 0 && <Note text={hiddenText(hidden, words)} />}
      </section>
      {byDay.length > 0 && (
        <section aria-label="Revenue each day" className={classes.card}>
          <h2 className={classes.name}>Revenue each day</h2>
          <DaysPlot glance={glance} />
        </section>
      )}
      {methods.length > 0 && (
        <section aria-label="Revenue by payment method" className={classes.card}>
          <h2 className={classes.name}>Revenue by payment method</h2>
          <GlanceTable label="Revenue by payment method" days={days} rows={methodRows(glance, words)} />
        </section>
      )}
      {resources.length > 0 && (
        <section aria-label={byResource} className={classes.card}>
          <h2 className={classes.name}>{byResource}</h2>
          <GlanceTable label={byResource} days={days} rows={resourceRows(glance, words)} />
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
