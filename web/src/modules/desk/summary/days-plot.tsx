import { VisuallyHidden } from '@mantine/core';
import type { Summary } from '@samay/contract/desk/summary';
import { formatRupees } from '@samay/contract/core/money';
import { addDays, addMonths, daysBetween, formatDate, type LocalDate } from '@samay/contract/core/time';
import { shortRupees } from '../amount-text.ts';
import classes from './days-plot.module.css';

/** The drawing's units for each day, and its height; it is stretched to the available width. */
const [dayWidth, height] = [10, 100];

/**
 * Draws the revenue of each day of this month and of the last one. It is a small separate drawing:
 * the chart library is larger than the page.
 */
export function DaysPlot({ summary: { days, byDay } }: { summary: Pick<Summary, 'days' | 'byDay'> }) {
  const totals = new Map(byDay.map(({ date, total }) => [date, total]));
  const count = Math.max(
    ...[days.month.from, days.before.from].map((first) => daysBetween(first, addMonths(first, 1))),
  );
  const most = Math.max(1, ...totals.values());
  const rows = Array.from({ length: count }, (_, index) => ({
    day: index + 1,
    month: totalOn(totals, days.month.from, index),
    before: totalOn(totals, days.before.from, index),
  }));
  const [name, nameBefore] = [monthName(days.month.from), monthName(days.before.from)];
  return (
    <figure className={classes.plot} aria-label={`Revenue each day of ${name} and ${nameBefore}`}>
      <figcaption className={classes.legend} aria-hidden>
        <span data-of="month">{name}</span>
        <span data-of="before">{nameBefore}</span>
        <span className={classes.most}>{shortRupees(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${count * dayWidth} ${height}`}
        preserveAspectRatio="none"
        className={classes.drawing}
        aria-hidden
      >
        {rows.map(({ day, month, before }) => (
          <g key={day}>
            <rect className={classes.month} {...bar(day, month / most)} width={5} />
            <rect
              className={classes.before}
              {...bar(day, before / most)}
              x={(day - 1) * dayWidth + 6}
              width={3}
            />
          </g>
        ))}
      </svg>
      <div className={classes.axis} aria-hidden>
        {rows
          .filter(({ day }) => day % 7 === 1)
          .map(({ day }) => (
            <span key={day} style={{ insetInlineStart: `${((day - 1) / count) * 100}%` }}>
              {day}
            </span>
          ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>Revenue each day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{name}</th>
              <th scope="col">{nameBefore}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ month, before }) => month + before > 0)
              .map(({ day, month, before }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{formatRupees(month)}</td>
                  <td>{formatRupees(before)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

/** Returns the total of a day of a month; 0 if the month has no such day. */
function totalOn(totals: ReadonlyMap<LocalDate, number>, first: LocalDate, index: number): number {
  const date = addDays(first, index);
  return date.slice(0, 7) === first.slice(0, 7) ? (totals.get(date) ?? 0) : 0;
}

function bar(day: number, share: number) {
  return { x: (day - 1) * dayWidth, y: height - share * height, height: share * height };
}

/** Returns the name of a month: `Nov`. */
function monthName(first: LocalDate): string {
  return formatDate(first).split(' ')[1] ?? '';
}
