import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { ReactNode } from 'react';
import classes from './analytics-charts.module.css';
import { type Period, shortName } from './period-name.ts';

interface AnalyticsChartsProps {
  periods: readonly Period[];
  by: 'month' | 'week';
}

const still = { isAnimationActive: false };
/** The options of a chart without keyboard focus: charts are hidden from screen readers. */
const unfocused = { accessibilityLayer: false };
/** The room for the topmost label and for the dates at both ends. */
const margin = { top: 12, right: 8 };
const xAxis = { interval: 'equidistantPreserveStart' as const, padding: { left: 12, right: 12 } };

/** Draws three charts of the numbers in the table below, which screen readers read. */
export function AnalyticsCharts({ periods, by }: AnalyticsChartsProps) {
  const data = sinceFirst(periods).map((period) => ({
    label: shortName(period, by),
    ...period,
    ...period.revenue,
  }));
  return (
    <div className={classes.plots} aria-hidden>
      <Chart title="Tenants">
        <LineChart
          h={220}
          data={data}
          dataKey="label"
          series={[{ name: 'tenants', label: 'Tenants', color: 'var(--samay-plot)' }]}
          valueFormatter={formatCount}
          curveType="linear"
          lineProps={still}
          lineChartProps={{ ...unfocused, margin }}
          xAxisProps={xAxis}
          tickLine="none"
          yAxisProps={{ width: 48, allowDecimals: false }}
        />
      </Chart>
      <Chart title="Bookings">
        <BarChart
          h={220}
          data={data}
          dataKey="label"
          series={[{ name: 'bookings', label: 'Bookings', color: 'var(--samay-plot)' }]}
          valueFormatter={formatCount}
          barProps={{ ...still, radius: [4, 4, 0, 0], maxBarSize: 40 }}
          barChartProps={{ ...unfocused, margin }}
          xAxisProps={xAxis}
          tickLine="none"
          yAxisProps={{ width: 56, allowDecimals: false }}
        />
      </Chart>
      <Chart title="Revenue of the businesses by their plan today" isWide>
        <BarChart
          h={260}
          data={data}
          dataKey="label"
          type="stacked"
          series={[
            { name: 'basic', label: 'Basic', color: 'var(--samay-plot-low)' },
            { name: 'premium', label: 'Premium', color: 'var(--samay-plot-middle)' },
            { name: 'enterprise', label: 'Enterprise', color: 'var(--samay-plot-high)' },
            ...(periods.some(({ revenue }) => revenue.none > 0)
              ? [{ name: 'none', label: 'No plan', color: 'var(--samay-plot)' }]
              : []),
          ]}
          valueFormatter={formatRupees}
          barProps={{ ...still, maxBarSize: 40 }}
          barChartProps={{ ...unfocused, margin }}
          xAxisProps={xAxis}
          tickLine="none"
          withLegend
          yAxisProps={{ width: 88 }}
        />
      </Chart>
    </div>
  );
}

/**
 * Drops the periods before the first tenant, but keeps at least three: a single bar shows little.
 */
export function sinceFirst(periods: readonly Period[]): readonly Period[] {
  const first = periods.findIndex(({ tenants, bookings }) => tenants > 0 || bookings > 0);
  const most = Math.max(0, periods.length - 3);
  return periods.slice(first === -1 ? most : Math.min(first, most));
}

function Chart({
  title,
  isWide = false,
  children,
}: {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.plot} data-wide={isWide || undefined}>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}
