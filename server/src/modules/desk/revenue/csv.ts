import { duePaise } from '@samay/contract/bookings/owing';
import { formatAmount } from '@samay/contract/core/money';
import { capitalise, type Wording } from '@samay/contract/core/wording';
import { byteOrderMark, csv, textCell } from '../../../core/csv.ts';
import { presentTransaction } from './present.ts';
import type { RevenueRow, RevenueSum, Sum } from './queries.ts';

/** The place of the amounts that are summed among the columns, and the number of columns. */
const [paidAt, columns] = [6, 13];

export function csvHead(words: Wording): string {
  const head = [
    'Date',
    'Time',
    capitalise(words.person),
    'Contact',
    'Service',
    'Payment Method',
    'Paid (INR)',
    'Booking Reference',
    capitalise(words.resource),
    'Price (INR)',
    'Charges (INR)',
    'Discount (INR)',
    'Due (INR)',
  ];
  return byteOrderMark + csv([head]);
}

/** Writes one line for each booking that counts as revenue, and for each cancellation fee. */
export function csvLines(rows: readonly RevenueRow[], words: Wording): string {
  return csv(
    rows.map((row) => {
      const transaction = presentTransaction(row, words);
      return [
        transaction.date,
        transaction.time,
        textCell(transaction.personName),
        textCell(transaction.personContact ?? ''),
        textCell(`${transaction.isFee ? 'Cancellation fee: ' : ''}${transaction.serviceName}`),
        transaction.paymentMethod,
        formatAmount(transaction.amount),
        textCell(transaction.reference),
        textCell(row.resource_name ?? ''),
        ...owingCells(row),
      ];
    }),
  );
}

type Owed = Pick<
  RevenueRow,
  'is_fee' | 'price_paise' | 'charges_paise' | 'discount_paise' | 'allowed_paise' | 'amount_paise'
>;

/**
 * Writes price, charges, discount and due of a booking; price and due are empty where there is none. A
 * fee owes nothing.
 */
function owingCells({
  is_fee: isFee,
  price_paise: price,
  charges_paise: charges,
  discount_paise: discount,
  ...row
}: Owed): string[] {
  if (isFee) return ['', '', '', ''];
  const due = duePaise({ price, charges, discount, allowed: row.allowed_paise, amount: row.amount_paise });
  return [price, charges, discount, due].map((paise) => (paise === null ? '' : formatAmount(paise)));
}

/**
 * Writes a line for the bookings and one for the fees that the plan hides, one for earlier months, if any,
 * then the total.
 */
export function csvFoot(shown: Shown, all: RevenueSum, words: Wording): string {
  const beyond = all.bookings - shown.bookings;
  const feesBeyond = all.fees - shown.fees;
  const noun = beyond === 1 ? words.booking : words.bookings;
  return csv([
    ...(beyond > 0
      ? [sumLine(`${beyond} ${noun} beyond the plan`, all.total - all.earlier - all.fees - shown.total)]
      : []),
    ...(feesBeyond === 0 ? [] : [sumLine('Cancellation fees beyond the plan', feesBeyond)]),
    ...(all.earlier === 0 ? [] : [sumLine('For earlier months', all.earlier)]),
    sumLine('Total', all.total),
  ]);
}

/** The sums of the lines that are written: of bookings, and of fees. */
export interface Shown extends Sum {
  readonly fees: number;
}

function sumLine(name: string, paise: number): string[] {
  const line = Array.from({ length: columns }, () => '');
  line[0] = name;
  line[paidAt] = formatAmount(paise);
  return line;
}
