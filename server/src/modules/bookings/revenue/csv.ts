import { formatAmount } from '@samay/contract/core/money';
import type { Transaction } from '@samay/contract/bookings/revenue';
import { capitalise, type Wording } from '@samay/contract/core/wording';
import { stringify } from 'csv-stringify/sync';
import type { Sum } from './queries.ts';

/** The byte order mark, by which Excel recognises UTF-8. */
const byteOrderMark = '\ufeff';

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

/** One line for each transaction. */
export function csvLines(transactions: readonly Transaction[]): string {
  return csv(
    transactions.map((row) => [
      row.date,
      row.time,
      row.personName,
      row.personContact ?? '',
      row.serviceName,
      row.paymentMethod,
      formatAmount(row.amount),
      row.reference,
    ]),
  );
}

/** A line for the bookings that the plan hides, if any, then the total. */
export function csvFoot(shown: Sum, all: Sum, words: Wording): string {
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
            formatAmount(all.total - shown.total),
            '',
          ],
        ]
      : []),
    ['Total', '', '', '', '', '', formatAmount(all.total), ''],
  ]);
}

/**
 * Writes CSV. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe
 * (reliability.md A18).
 */
function csv(lines: string[][]): string {
  return stringify(lines, { escape_formulas: true, record_delimiter: '\r\n' });
}
