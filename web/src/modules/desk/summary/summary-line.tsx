import { formatRupees } from '@samay/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useListPaths } from './list-paths.ts';
import { Trend } from '../trend.tsx';
import { compare } from '../comparison.ts';
import { summaryNumbers } from './api.ts';
import classes from './summary-line.module.css';
import { daysText } from './wording.ts';

/**
 * Renders today and this month in one line, which links to the numbers behind it. Renders nothing
 * while they load or if they cannot be loaded: the page of numbers reports the error.
 */
export function SummaryLine() {
  const { transactions } = useListPaths();
  const { data } = useQuery(summaryNumbers());
  if (!data) return null;
  const { taken, due, days } = data;
  const trend = compare(taken.month.total, taken.before.total);
  return (
    <Link to={transactions} className={classes.line}>
      <span>
        Revenue today <b>{formatRupees(taken.today.total)}</b>
        {due.today.total > 0 && ` · ${formatRupees(due.today.total)} due today`}
      </span>{' '}
      <span>
        Revenue {daysText(days.month)} <b>{formatRupees(taken.month.total)}</b>{' '}
        {trend && <Trend comparison={trend} />}
      </span>
    </Link>
  );
}
