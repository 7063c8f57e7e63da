import type { BookingMoney, ChargeRow, DiscountRow, MoneyRow } from '@samay/contract/bookings/money';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';

/** A line of a booking's money: a row, or a discount, with the row that voids it. */
export interface MoneyLine {
  readonly id: string;
  readonly text: string;
  /** Its time, its user, its reference and its reason. */
  readonly about: string;
  /** The user and the reason of its void; null if it is not voided. */
  readonly voided: string | null;
  /** The name of its end. */
  readonly ended?: 'Voided' | 'Corrected' | 'Removed';
  /** The row; undefined for a discount. */
  readonly row?: MoneyRow;
  readonly charge?: ChargeRow;
}

/** Says which of the two takes back what; the choice stands in the details. */
export const voidOrCorrect =
  '“Correct payment” is for money that came with another amount, method or ID; “Void” is for money that never came.';

/**
 * Lists payments, refunds and discounts, oldest first. A void is shown with the row that it voids.
 */
export function moneyLines({ rows, charges, discounts }: BookingMoney): MoneyLine[] {
  const voids = new Map(rows.filter(({ kind }) => kind === 'void').map((row) => [row.ofId, row]));
  const standing = rows.filter(({ kind }) => kind !== 'void');
  return [
    ...standing.map((row) => ({ at: row.at, line: makeLine(row, voids.get(row.id)) })),
    ...charges.map((row) => ({ at: row.at, line: chargeLine(row) })),
    ...discounts.map((row) => ({ at: row.at, line: discountLine(row) })),
  ]
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .map(({ line }) => line);
}

/**
 * Says of money that is paid online and not captured yet what becomes of it, and what of the due paise the desk
 * should take, so that nobody pays twice.
 */
export function authorizedText(
  { paise, back }: NonNullable<BookingMoney['authorized']>,
  due: number,
): string {
  if (back === paise) return `${formatRupees(paise)} was paid online and goes back to the payer by itself`;
  const paid = `${formatRupees(paise)} is paid online and not in your account yet`;
  if (back > 0) return `${paid}. ${formatRupees(back)} of it goes back to the payer`;
  if (due < paise) return paid;
  return due === paise
    ? `${paid}: nothing is left to take`
    : `${paid}: take ${formatRupees(due - paise)} only`;
}

/** Names a row: `₹700 by Cash`, `Refund of ₹200 by UPI`, `₹500 from the advance`. */
export function rowText({ kind, paise, method }: MoneyRow): string {
  const amount = formatRupees(Math.abs(paise));
  if (kind === 'transfer') return paise < 0 ? `${amount} kept as an advance` : `${amount} from the advance`;
  const by = method === null ? '' : ` by ${method}`;
  return kind === 'refund' ? `Refund of ${amount}${by}` : `${amount}${by}`;
}

/** Names a row of an advance: `Advance of ₹700 by Cash`, `Refund of ₹200 by UPI of the advance`. */
export function advanceText(row: MoneyRow): string {
  return row.kind === 'refund' ? `${rowText(row)} of the advance` : `Advance of ${rowText(row)}`;
}

/** Lists the rows of the advance that may be voided or corrected. */
export function advanceLines({ advanceRows }: BookingMoney): MoneyLine[] {
  return advanceRows.map((row) => ({ ...makeLine(row, undefined), text: advanceText(row) }));
}

function makeLine(row: MoneyRow, voidedBy: MoneyRow | undefined): MoneyLine {
  return {
    id: row.id,
    text: rowText(row),
    about: aboutText(row),
    voided: voidedBy ? aboutText(voidedBy) : null,
    ended: voidedBy?.isCorrection ? 'Corrected' : 'Voided',
    row,
  };
}

function chargeLine(charge: ChargeRow): MoneyLine {
  const { id, name, paise, at, by, removed } = charge;
  const noted = { reference: null, reason: null };
  return {
    id,
    text: `${name} of ${formatRupees(paise)}`,
    about: aboutText({ at, by, ...noted }),
    voided: removed && aboutText({ ...removed, ...noted }),
    ended: 'Removed',
    charge,
  };
}

function discountLine({ paise, ...row }: DiscountRow): MoneyLine {
  const amount = formatRupees(Math.abs(paise));
  return {
    id: row.id,
    text: paise < 0 ? `Discount less by ${amount}` : `Discount of ${amount}`,
    about: aboutText({ ...row, reference: null }),
    voided: null,
  };
}

function aboutText({
  at,
  by,
  reference,
  reason,
  allowed,
  isLate,
}: Pick<MoneyRow, 'at' | 'by' | 'reference' | 'reason' | 'allowed' | 'isLate'>): string {
  const lowered = allowed !== undefined && `${formatRupees(allowed)} no longer owed`;
  return [formatInstant(at), by, reference, reason, lowered, isLate && 'for a locked month']
    .filter(Boolean)
    .join(' · ');
}
