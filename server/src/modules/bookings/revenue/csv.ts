import { formatAmount } from '@samay/contract/core/money';
import type { Transaction } from '@samay/contract/bookings/revenue';
import { capitalise, type Wording } from '@samay/contract/core/wording';
import { stringify } from 'csv-stringify/sync';
import type { Sum } from './queries.ts';

/** The byte order mark, by which Excel recognises UTF-8. */
export const byteOrderMark = '\ufeff';

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
      row.personName,
      row.personContact ?? '',
      row.serviceName,
      row.paymentMethod,
      formatAmount(row.amount),
      row.reference,
    ]),
  );
}

/** Writes a line for the bookings that the plan hides, if any, then the total. */
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

/** The beginning of a cell that a spreadsheet may calculate, in wide characters too. */
const startOfFormula = /^[=@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const signed = /^[+-]/;

/** A line end within a cell, which the writer would not quote alone, and a sign before a number. */
const quoted = /^[+-]|[\r\n]/;

/** A number with a sign, as telephone numbers have, with blanks, dots, dashes and parentheses. */
const signedNumber = /^[+-][\d\s().-]*$/;

/**
 * Writes CSV. Only a cell that a spreadsheet would calculate is prefixed with an apostrophe; a
 * telephone number stays text by its blanks, and is quoted.
 */
export function csv(lines: string[][]): string {
  return stringify(
    lines.map((cells) => cells.map(inertCell)),
    { quoted_match: quoted, record_delimiter: '\r\n' },
  );
}

/** Returns a cell that no spreadsheet calculates: `+91-98` would be the difference. */
function inertCell(text: string): string {
  if (signedNumber.test(text)) return text.charAt(0) + text.slice(1).replaceAll('-', ' ');
  return startOfFormula.test(text) || signed.test(text) ? `'${text}` : text;
}
