import { rupeesFromPaise } from '@samay/contract/money';
import type { Transaction } from '@samay/contract/revenue';
import { capitalise, type Wording } from '@samay/contract/wording';
import { stringify } from 'csv-stringify/sync';
import type { Sum } from './queries.ts';

/**
 * One line a transaction, then what the plan hides if it hides any, then the total. Amounts in rupees with two decimals. A cell that a
 * spreadsheet would take for a formula begins with an apostrophe (reliability.md A18).
 */
export function revenueCsv(transactions: readonly Transaction[], sum: Sum, words: Wording): string {
  const shown = transactions.reduce((paise, { amount }) => paise + amount, 0);
  const beyond = sum.bookings - transactions.length;
  const lines = [
    ['Date', 'Time', capitalise(words.person), 'Contact', 'Service', 'Payment Method', 'Amount (INR)', 'Booking Reference'],
    ...transactions.map((row) => [
      row.date,
      row.time,
      row.personName,
      row.personContact ?? '',
      words.service,
      row.paymentMethod,
      rupees(row.amount),
      row.reference,
    ]),
    ...(beyond > 0
      ? [[`${beyond} ${beyond === 1 ? words.booking : words.bookings} beyond the plan`, '', '', '', '', '', rupees(sum.total - shown), '']]
      : []),
    ['Total', '', '', '', '', '', rupees(sum.total), ''],
  ];
  // The mark at the beginning tells Excel that this is UTF-8.
  return stringify(lines, { bom: true, escape_formulas: true, record_delimiter: '\r\n' });
}

function rupees(paise: number): string {
  return rupeesFromPaise(paise).toFixed(2);
}
