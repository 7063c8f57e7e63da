import type { Dashboard } from '@samay/contract/desk/dashboard';
import { formatRupees } from '@samay/contract/core/money';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatDate } from '@samay/contract/core/time';
import { useActions } from '../../../lib/actions.tsx';
import { statusTone } from '../../../lib/status-tone.ts';
import { Badge } from '../../../ui/table/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Line, Lines, LinesCard } from '../../../ui/layout/lines-card.tsx';

/** Lists the latest payments, newest first, then payments for future bookings. */
export function TransactionsCard({ lines }: { lines: NonNullable<Dashboard['recentTransactions']> }) {
  const { openDetails } = useActions();
  return (
    <LinesCard title="Recent Transactions">
      {lines.length === 0 ? (
        <EmptyState text="No transactions found" />
      ) : (
        <Lines>
          {lines.map(({ id, personName, date, amount, status, inAdvance }) => (
            <Line key={id} name={personName} below={formatDate(date)} onOpen={() => openDetails(id)}>
              {amount !== null && formatRupees(amount)}
              {inAdvance ? (
                <Badge tone="info" text="Paid in advance" />
              ) : (
                <Badge tone={statusTone[status]} text={statusName[status]} />
              )}
            </Line>
          ))}
        </Lines>
      )}
    </LinesCard>
  );
}
