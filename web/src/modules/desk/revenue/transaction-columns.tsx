import type { Transaction } from '@samay/contract/desk/revenue';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import classes from './transaction-columns.module.css';
import type { RevenueWording } from './wording.ts';

/** Returns the columns of the table of transactions. The name opens the booking. */
export function transactionColumns(
  words: RevenueWording,
  onOpen: (id: string) => void,
): readonly Column<Transaction>[] {
  return [
    {
      name: words.date,
      width: '7rem',
      cell: ({ date, time }) => (
        <span className={classes.below}>
          {formatDate(date)}
          <small>{formatTime(time)}</small>
        </span>
      ),
    },
    {
      name: words.person,
      width: 'minmax(8.75rem, 2fr)',
      place: 'title',
      cell: ({ id, personName, personContact }) => (
        <span className={classes.below}>
          <NameButton name={personName} onClick={() => onOpen(id)} />
          {personContact !== null && (
            <small>
              <ContactLink contact={personContact} />
            </small>
          )}
        </span>
      ),
    },
    {
      name: 'Service',
      width: 'minmax(7.5rem, 1fr)',
      cell: ({ serviceName, isFee }) => (isFee ? `Cancellation fee: ${serviceName}` : serviceName),
    },
    {
      name: 'Payment Method',
      width: '7.5rem',
      cell: ({ paymentMethod }) => <Badge tone="quiet" text={paymentMethod} />,
    },
    {
      name: 'Amount',
      width: '7rem',
      place: 'corner',
      isNumber: true,
      cell: ({ amount }) => <span className={classes.amount}>{formatRupees(amount)}</span>,
    },
    {
      name: 'Reference',
      width: '8rem',
      cell: ({ reference }) => (
        <span className={classes.reference} title={reference}>
          {shortReference(reference)}
        </span>
      ),
    },
  ];
}

const shown = 12;

/** Shortens a booking reference to its first twelve characters and an ellipsis. */
export function shortReference(reference: string): string {
  return reference.length <= shown ? reference : `${reference.slice(0, shown)}…`;
}
