import { Link } from '@tanstack/react-router';
import type { Summary } from '@samay/contract/desk/summary';
import { Trend } from '../trend.tsx';
import { useListPaths } from './list-paths.ts';
import classes from './summary-table.module.css';
import { type SummaryCell, type SummaryRow, periods } from './rows.ts';
import { daysText } from './wording.ts';

interface SummaryTableProps {
  label: string;
  days: Summary['days'];
  rows: readonly SummaryRow[];
}

/**
 * Renders numbers of today, this month and the corresponding days of the last; each links to its
 * rows. Parts of a sum have bars.
 */
export function SummaryTable({ label, days, rows }: SummaryTableProps) {
  const most = Math.max(
    1,
    ...rows.flatMap(({ amounts }) => (amounts ? [amounts.month, amounts.before] : [])),
  );
  const hasBars = rows.every(({ amounts }) => amounts);
  return (
    <div role="table" aria-label={label} className={classes.table}>
      <div role="rowgroup">
        <div role="row" className={classes.head}>
          <span role="columnheader" className={classes.corner}>
            <span className={classes.unseen}>Number</span>
          </span>
          <span role="columnheader">Today</span>
          <span role="columnheader">{daysText(days.month)}</span>
          <span role="columnheader">{daysText(days.before)}</span>
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div key={row.key} role="row" className={classes.row}>
            <span role="rowheader" className={classes.name} title={row.name}>
              <span className={classes.text}>{row.name}</span>
              {row.trend && <Trend comparison={row.trend} />}
              {hasBars && row.amounts && <Bars {...row.amounts} most={most} />}
            </span>
            {periods.map((period) => (
              <span key={period} role="cell">
                <CellLink cell={row.cells[period]} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function CellLink({ cell: { text, below, unit, opens, search } }: { cell: SummaryCell }) {
  const paths = useListPaths();
  return (
    <Link
      to={paths[opens]}
      search={search}
      {...(opens === 'transactions' && {
        hash: 'transactions',
        hashScrollIntoView: false,
        resetScroll: false,
      })}
      className={classes.cell}
    >
      <span className={classes.number}>{text}</span>
      {below !== undefined && (
        <span className={classes.below}>
          {below}
          {unit !== undefined && <span className={classes.unseen}> {unit}</span>}
        </span>
      )}
    </Link>
  );
}

/**
 * Renders this month's part above that of the last month. The adjacent numbers repeat it in text.
 */
function Bars({ month, before, most }: { month: number; before: number; most: number }) {
  return (
    <span className={classes.bars} aria-hidden>
      <span className={classes.bar} style={{ width: `${(month / most) * 100}%` }} />
      <span className={classes.bar} data-before style={{ width: `${(before / most) * 100}%` }} />
    </span>
  );
}
