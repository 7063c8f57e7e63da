import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { RevenueBreakdown } from '@samay/contract/bookings/revenue';
import { shareText, shortRupees } from '../amount-text.ts';
import { partBars, partName } from './part-bars.ts';
import type { DayRange } from './period.ts';
import classes from './charts-card.module.css';
import screen from './revenue-screen.module.css';
import { useRevenueWording } from './wording.ts';

interface ChartsProps {
  breakdown: RevenueBreakdown;
  range: DayRange;
}

/** Renders the charts over time and by payment method. Each has a text alternative. */
export function Charts({ breakdown, range }: ChartsProps) {
  return (
    <>
      {range.from !== range.to && <PartsChart breakdown={breakdown} range={range} />}
      <MethodsChart methods={breakdown.methods} />
    </>
  );
}

function PartsChart({ breakdown, range }: ChartsProps) {
  const { by, parts } = breakdown;
  const name = `Revenue per ${by}`;
  return (
    <section aria-label={name} className={screen.card}>
      <h2 className={screen.name}>{name}</h2>
      <div className={classes.plot} aria-hidden>
        <BarChart
          h={220}
          data={partBars(breakdown, range)}
          dataKey="label"
          series={[{ name: 'total', label: 'Revenue', color: 'var(--samay-plot)' }]}
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

function MethodsChart({ methods }: { methods: RevenueBreakdown['methods'] }) {
  const { booking, bookings: plural } = useRevenueWording();
  const sum = methods.reduce((before, { total }) => before + total, 0);
  return (
    <section aria-label="By payment method" className={screen.card}>
      <h2 className={screen.name}>By payment method</h2>
      <ul className={classes.methods}>
        {methods.map(({ method, total, bookings }) => (
          <li key={method}>
            <div className={classes.methodHead}>
              <span>
                {method} <small>{`${formatCount(bookings)} ${bookings === 1 ? booking : plural}`}</small>
              </span>
              <span>
                <strong>{formatRupees(total)}</strong> <small>{shareText(total, sum)}</small>
              </span>
            </div>
            <div className={classes.bar} aria-hidden>
              <span style={{ width: `${sum === 0 ? 0 : (total / sum) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
