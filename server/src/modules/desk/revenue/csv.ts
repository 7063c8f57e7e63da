import { formatAmount } from '@samay/contract/core/money';
import type { Transaction } from '@samay/contract/desk/revenue';
import { capitalise, type Wording } from '@samay/contract/core/wording';
import { byteOrderMark, csv, textCell } from '../../../core/csv.ts';
import type { RevenueSum, Sum } from './queries.ts';

export function csvHead(words: Wording): string {
  const head = [
    'Date',
    'Time',
    capitalise(words.person),
    'Contact',
    'Service',
    'Payment Method',
    'Amount (INR)',
    'Booking Reference',
  ];
  return byteOrderMark + csv([head]);
}

/** Writes one line for each transaction. */
export function csvLines(transactions: readonly Transaction[]): string {
  return csv(
    transactions.map((row) => [
      row.date,
      row.time,
      textCell(row.personName),
      textCell(row.personContact ?? ''),
      textCell(row.serviceName),
      row.paymentMethod,
      formatAmount(row.amount),
      textCell(row.reference),
    ]),
  );
}

/** Writes a line for the bookings that the plan hides and one for earlier months, if any, then the total. */
export function csvFoot(shown: Sum, all: RevenueSum, words: Wording): string {
  const beyond = all.bookings - shown.bookings;
  return csv([
    ...(beyond > 0
      ? [
          [
            `${beyond} ${beyond === 1 ? words.booking : words.bookings} beyond the plan`,
            '',
            '',
            '',
            '',
            '',
            formatAmount(all.total - all.earlier - shown.total),
            '',
          ],
        ]
      : []),
    ...(all.earlier === 0 ? [] : [['For earlier months', '', '', '', '', '', formatAmount(all.earlier), '']]),
    ['Total', '', '', '', '', '', formatAmount(all.total), ''],
  ]);
}
