import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { formatCount, formatRupees } from '@samay/contract/money';
import type { ReactNode } from 'react';
import classes from './analytics-plots.module.css';
import { type Period, shortName } from './period-name.ts';

interface AnalyticsPlotsProps {
  periods: readonly Period[];
  by: 'month' | 'week';
}

const still = { isAnimationActive: false };
/** The pictures are hidden from screen readers, so the keyboard finds nothing in them either. */
const unfocused = { accessibilityLayer: false };

/** Three pictures of the table below them, which is what a screen reader reads. */
export function AnalyticsPlots({ periods, by }: AnalyticsPlotsProps) {
  const data = periods.map((period) => ({ label: shortName(period, by), ...period, ...period.revenue }));
  return (
    <div className={classes.plots} aria-hidden>
      <Plot title="Tenants">
        <LineChart
          h={220}
          data={data}
          dataKey="label"
          series={[{ name: 'tenants', label: 'Tenants', color: 'brand.7' }]}
          valueFormatter={formatCount}
          curveType="linear"
          lineProps={still}
          lineChartProps={unfocused}
          tickLine="none"
          yAxisProps={{ width: 48, allowDecimals: false }}
        />
      </Plot>
      <Plot title="Bookings">
        <BarChart
          h={220}
          data={data}
          dataKey="label"
          series={[{ name: 'bookings', label: 'Bookings', color: 'blue.7' }]}
          valueFormatter={formatCount}
          barProps={{ ...still, radius: [4, 4, 0, 0], maxBarSize: 40 }}
          barChartProps={unfocused}
          tickLine="none"
          yAxisProps={{ width: 56, allowDecimals: false }}
        />
      </Plot>
      <Plot title="Revenue of the businesses by their plan today" isWide>
        <BarChart
          h={260}
          data={data}
          dataKey="label"
          type="stacked"
          series={[
            { name: 'basic', label: 'Basic', color: 'gray.5' },
            { name: 'premium', label: 'Premium', color: 'brand.7' },
            { name: 'enterprise', label: 'Enterprise', color: 'blue.7' },
            { name: 'none', label: 'No plan', color: 'gray.7' },
          ]}
          valueFormatter={formatRupees}
          barProps={{ ...still, maxBarSize: 40 }}
          barChartProps={unfocused}
          tickLine="none"
          withLegend
          yAxisProps={{ width: 88 }}
        />
      </Plot>
    </div>
  );
}

function Plot({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.plot} data-wide={isWide || undefined}>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}
