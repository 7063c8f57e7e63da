import type { Dashboard } from '@samay/contract/dashboard';
import { formatRupees } from '@samay/contract/money';
import { statusName } from '@samay/contract/statuses';
import { formatDate } from '@samay/contract/time';
import { statusTone } from '../../lib/status-tone.ts';
import { Badge } from '../../ui/badge.tsx';
import { Line, LinesCard } from './lines-card.tsx';

type Transactions = NonNullable<Dashboard['recentTransactions']>;

/** What was booked with an amount, newest first. */
export function TransactionsCard({ lines }: { lines: Transactions }) {
  return (
    <LinesCard title="Recent Transactions" empty="No transactions found" isEmpty={lines.length === 0}>
      {lines.map(({ id, personName, date, amount, status }) => (
        <Line key={id} id={id} personName={personName} when={formatDate(date)}>
          {amount !== null && formatRupees(amount)}
          <Badge tone={statusTone[status]} text={shownStatus(status)} />
        </Line>
      ))}
    </LinesCard>
  );
}

/** Scheduled appointments display as Confirmed on the home page (specification, section 2). */
export function shownStatus(status: Transactions[number]['status']): string {
  return status === 'scheduled' ? 'Confirmed' : statusName[status];
}
