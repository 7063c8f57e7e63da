import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text, VisuallyHidden } from '@mantine/core';
import type { CloseSums } from '@samay/contract/ledger/closes';
import { formatRupees } from '@samay/contract/core/money';
import { addDays, daysBetween, formatDate } from '@samay/contract/core/time';
import { daysOfMonth, monthName } from '../../../../lib/months.ts';
import { SectionCard } from '../../../../ui/layout/section-card.tsx';

interface DifferencesChartProps {
  month: string;
  /** The days with a difference. */
  apart: CloseSums['days'];
}

/**
 * Renders the missing or excess cash on each day of a month. Screen readers get a table of the days
 * with a difference.
 */
export function DifferencesChart({ month, apart }: DifferencesChartProps) {
  const title = `Differences in ${monthName(month)}`;
  if (apart.length === 0)
    return (
      <SectionCard title={title}>
        <Text size="sm">Every close agreed.</Text>
      </SectionCard>
    );
  return (
    <SectionCard title={title}>
      <div aria-hidden>
        <BarChart
          h={220}
          type="stacked"
          data={allDays(month, apart).map(({ date, ...sums }) => ({ label: dayLabel(date), ...sums }))}
          dataKey="label"
          series={[
            { name: 'tooMuch', label: 'Too much', color: 'var(--samay-plot)' },
            { name: 'missing', label: 'Missing', color: 'var(--samay-plot-middle)' },
          ]}
          withLegend
          valueFormatter={formatRupees}
          yAxisProps={{ width: 72, tickFormatter: formatRupees }}
          xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
          barProps={{ isAnimationActive: false, maxBarSize: 24 }}
          tickLine="none"
          barChartProps={{
            accessibilityLayer: false,
            stackOffset: 'sign',
            margin: { top: 12, right: 8 },
          }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Missing</th>
              <th scope="col">Too much</th>
            </tr>
          </thead>
          <tbody>
            {apart.map(({ date, missing, tooMuch }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{formatRupees(-missing)}</td>
                <td>{formatRupees(tooMuch)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </SectionCard>
  );
}

/** Returns each day of a month with its differences. */
function allDays(month: string, apart: CloseSums['days']): CloseSums['days'] {
  const { from, to } = daysOfMonth(month);
  const known = new Map(apart.map((day) => [day.date, day]));
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index);
    return known.get(date) ?? { date, missing: 0, tooMuch: 0 };
  });
}

function dayLabel(day: string): string {
  return formatDate(day).replace(/ \d+$/, '');
}
