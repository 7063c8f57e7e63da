import type { Dashboard } from '@samay/contract/dashboard';
import { formatRupees } from '@samay/contract/money';
import { statusName } from '@samay/contract/statuses';
import { formatDate } from '@samay/contract/time';
import { statusTone } from '../../lib/status-tone.ts';
import { Badge } from '../../ui/badge.tsx';
import { Line, LinesCard } from './lines-card.tsx';

/** What was booked with an amount, newest first. */
export function TransactionsCard({ lines }: { lines: NonNullable<Dashboard['recentTransactions']> }) {
  return (
    <LinesCard title="Recent Transactions" empty="No transactions found" isEmpty={lines.length === 0}>
      {lines.map(({ id, personName, date, amount, status }) => (
        <Line key={id} id={id} personName={personName} when={formatDate(date)}>
          {amount !== null && formatRupees(amount)}
          <Badge tone={statusTone[status]} text={statusName[status]} />
        </Line>
      ))}
    </LinesCard>
  );
}
