import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { Received } from '@samay/contract/ledger/received';
import type { RevenueBreakdown } from '@samay/contract/desk/revenue';
import { shortRupees } from '../amount-text.ts';
import { ShareBars } from '../share-bars.tsx';
import { type Parts, partBars, partName, partsOfDays } from './part-bars.ts';
import type { DayRange } from './period.ts';
import classes from './charts-card.module.css';
import screen from './revenue-screen.module.css';
import { useRevenueWording } from './wording.ts';

interface ChartsProps {
  breakdown: RevenueBreakdown;
  range: DayRange;
}

/** Renders the charts of revenue over time and by payment method. Each has a text alternative. */
export function Charts({ breakdown, range }: ChartsProps) {
  const { booking, bookings: plural } = useRevenueWording();
  const methods = breakdown.methods.map(({ method, total, bookings }) => ({
    name: method,
    about: `${formatCount(bookings)} ${bookings === 1 ? booking : plural}`,
    total,
  }));
  return (
    <>
      {range.from !== range.to && <PartsChart what="Revenue" of={breakdown} range={range} />}
      <ShareBars title="By payment method" shares={methods} />
    </>
  );
}

interface ReceivedChartsProps {
  received: Received;
  range: DayRange;
}

/** Renders the charts of the received money: over time, by method and by person. */
export function ReceivedCharts({ received: { days, methods, people }, range }: ReceivedChartsProps) {
  return (
    <>
      {range.from !== range.to && <PartsChart what="Received" of={partsOfDays(days, range)} range={range} />}
      <ShareBars
        title="Received by method"
        shares={methods.map(({ method, total }) => ({ name: method, total }))}
      />
      <ShareBars
        title="Received by person"
        shares={people.map(({ name, total, methods: by }) => ({
          name: name ?? 'Not known',
          about: by.map(({ method, total: sum }) => `${method} ${formatRupees(sum)}`).join(', '),
          total,
        }))}
      />
    </>
  );
}

interface PartsChartProps {
  /** The name of the amounts. */
  what: string;
  of: Parts;
  range: DayRange;
}

function PartsChart({ what, of, range }: PartsChartProps) {
  const { by, parts } = of;
  const name = `${what} per ${by}`;
  return (
    <section aria-label={name} className={screen.card}>
      <h2 className={screen.name}>{name}</h2>
      <div className={classes.plot} aria-hidden>
        <BarChart
          h={220}
          data={partBars(of, range)}
          dataKey="label"
          series={[{ name: 'total', label: what, color: 'var(--samay-plot)' }]}
          valueFormatter={formatRupees}
          yAxisProps={{ width: 64, tickFormatter: shortRupees }}
          xAxisProps={{
            minTickGap: 24,
            interval: 'equidistantPreserveStart',
            padding: { left: 12, right: 12 },
          }}
          barProps={{ isAnimationActive: false, radius: [4, 4, 0, 0], maxBarSize: 40 }}
          tickLine="none"
          // Leaves room for the topmost label and the last date. The chart takes no focus: screen
          // readers read the table below it.
          barChartProps={{ accessibilityLayer: false, margin: { top: 12, right: 8 } }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{name}</caption>
          <tbody>
            {parts.map(({ from, to, total }) => (
              <tr key={from}>
                <th scope="row">{partName({ from, to }, by)}</th>
                <td>{formatRupees(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </section>
  );
}
