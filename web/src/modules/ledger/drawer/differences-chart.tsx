import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text, VisuallyHidden } from '@mantine/core';
import type { DrawerClose } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { monthName } from '../../../lib/months.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { differencesByDay } from './differences.ts';

interface DifferencesChartProps {
  month: string;
  closes: readonly DrawerClose[];
}

/**
 * Renders the missing or excess cash on each day of a month. Screen readers get a table of the days
 * with a difference.
 */
export function DifferencesChart({ month, closes }: DifferencesChartProps) {
  const days = differencesByDay(month, closes);
  const apart = days.filter(({ missing, tooMuch }) => missing !== 0 || tooMuch !== 0);
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
          data={days.map(({ day, ...sums }) => ({ label: dayLabel(day), ...sums }))}
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
            {apart.map(({ day, missing, tooMuch }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
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

function dayLabel(day: string): string {
  return formatDate(day).replace(/ \d+$/, '');
}
