import { AppError, assertThat } from '../../../core/app-error.ts';
import {
  type Account,
  isVoided,
  makeVoid,
  methodSeparator,
  type Noted,
  paymentOn,
  remainingPaise,
} from './payment-rows.ts';
import type { NewPayment, PaymentRow } from './queries.ts';

/** A row as it should have been noted. */
export interface Right {
  /** Paise that were taken or given back; 0 where there was no such row. */
  readonly paise: number;
  readonly method: string | null;
  readonly reference?: string | null | undefined;
  readonly reason: string;
}

/**
 * Corrects a row of a closed period: returns its void and the right row, or the void alone for an amount
 * of 0. They count today, in the takings of the user who took it and in no drawer.
 * @param row a payment or a refund, of which nothing was given back
 */
export function correctionRows(row: PaymentRow, right: Right, { by, at }: Noted): NewPayment[] {
  const apart = {
    drawer_id: null,
    drawer_period: null,
    corrects_drawer_id: row.corrects_drawer_id ?? row.drawer_id,
    corrects_period: row.corrects_period ?? row.drawer_period,
  };
  const voiding = { ...makeVoid(row, right.reason, { by, at }), ...apart };
  if (right.paise === 0) return [voiding];
  const { appointment_id, patient_id, kind, of_id, allowed_paise: allowed } = row;
  const { paise, reason } = right;
  const reference = right.reference ?? row.reference;
  const noted = paymentOn({ appointment_id, patient_id } as Account, { ...right, reference }, { by, at });
  const isWhole = allowed > 0 && allowed === -row.paise;
  return [
    voiding,
    {
      ...noted,
      ...apart,
      kind,
      paise: kind === 'refund' ? -paise : paise,
      reason,
      of_id,
      allowed_paise: isWhole ? paise : Math.min(allowed, paise),
      taken_by: row.taken_by,
    },
  ];
}

/** The amount and the method that a correction gives a booking; what is left out stays. */
export interface Corrected {
  readonly amount?: number | null | undefined;
  readonly method?: string | null | undefined;
  readonly reference?: string | null | undefined;
}

/** The amount and the rows of a locked booking. */
export interface MoneyBefore {
  readonly id: string;
  readonly amount_paise: number | null;
  readonly payment_method: string | null;
  readonly rows: readonly PaymentRow[];
}

/** The rights of a caller who corrects rows. */
interface CorrectionRights {
  /** Whether the caller may void a row of an open period. */
  readonly mayVoid: (row: PaymentRow) => boolean;
  readonly isClosed: (row: PaymentRow) => boolean;
  /** Whether the caller corrects rows of closed periods. */
  readonly mayCorrect: boolean;
}

/**
 * Turns a corrected amount or method into rows: a higher amount is a payment of the difference; a
 * lower one, or another method, voids payments, the newest first, and writes the remaining amount of each
 * again in its own drawer.
 * @throws `payment.needs_refund` where a row has to be voided that the caller may not void;
 * `payment.closed` where it is of a closed period, and the caller is no owner or other rows are not;
 * `payment.needs_method` for a higher amount of a booking that was paid by several methods
 */
export function correctedRows(
  booking: MoneyBefore,
  { amount = booking.amount_paise, method, reference }: Corrected,
  noted: Noted,
  rights: CorrectionRights,
): NewPayment[] {
  const before = booking.amount_paise;
  const isOtherMethod = method !== undefined && method !== booking.payment_method;
  const account = { appointment_id: booking.id };
  const isSeveral = !isOtherMethod && (booking.payment_method?.includes(methodSeparator) ?? false);
  const shown = isSeveral ? null : booking.payment_method;
  const wanted = isOtherMethod ? method : shown;
  const written = (paise: number, by: string | null) =>
    paymentOn(account, { paise, method: by, reference }, noted);
  if (amount === null && before === null) return [];
  if (amount !== null && (before === null || amount > before)) {
    // Nobody has said by which of the methods the rest was paid.
    if (isSeveral) throw new AppError('payment.needs_method', { field: 'paymentMethod' });
    return [written(amount - (before ?? 0), wanted)];
  }
  if (amount === before && !isOtherMethod) return [];
  const less = (before ?? 0) - (amount ?? 0);
  const touched = touchedRows(booking.rows, isOtherMethod ? (before ?? 0) : less, {
    takesZeros: amount === null || isOtherMethod,
  });
  const isOfClosed = touched.some(({ row }) => rights.isClosed(row));
  assertThat(!isOfClosed || rights.mayCorrect, 'payment.closed');
  assertThat(!isOfClosed || touched.every(({ row }) => rights.isClosed(row)), 'payment.closed');
  const rows: NewPayment[] = [];
  let away = less;
  for (const { row, left } of touched) {
    const isVoidable = row.kind === 'payment' && left === row.paise;
    assertThat(isVoidable && (isOfClosed || rights.mayVoid(row)), 'payment.needs_refund');
    const lowered = Math.min(away, left);
    const [kept, by] = [left - lowered, isOtherMethod ? wanted : row.method];
    away -= lowered;
    if (isOfClosed) {
      const right = { paise: kept, method: by, reference, reason: correctionReason };
      rows.push(...correctionRows(row, right, noted));
      continue;
    }
    rows.push(makeVoid(row, correctionReason, noted));
    if (kept > 0) rows.push(replacing(row, written(kept, by)));
  }
  const [first] = touched;
  if (!isOfClosed && amount === 0 && first) rows.push(replacing(first.row, written(0, wanted)));
  return rows;
}

/**
 * Returns a row that counts in the drawer and the takings of the one that it replaces; that of an imported one is
 * imported too, and was received on its day.
 */
function replacing(
  { drawer_id, drawer_period, taken_by, ...replaced }: PaymentRow,
  row: NewPayment,
): NewPayment {
  if (replaced.source !== 'imported')
    return drawer_id === null ? row : { ...row, drawer_id, drawer_period, taken_by };
  const { source, taken_at } = replaced;
  return { ...row, source, taken_at, taken_by, drawer_id, drawer_period };
}

/** A row from which a correction takes, and what is left of it, in paise. */
interface Touched {
  readonly row: PaymentRow;
  readonly left: number;
}

/** Lists the rows from which an excess is taken, the newest first; with payments of ₹0 on request. */
function touchedRows(
  rows: readonly PaymentRow[],
  excess: number,
  { takesZeros }: { readonly takesZeros: boolean },
): Touched[] {
  const touched: Touched[] = [];
  let remaining = excess;
  for (const row of rows.toReversed()) {
    if (row.kind !== 'payment' && row.kind !== 'transfer') continue;
    const left = remainingPaise(row, rows);
    const isTypedZero = row.paise === 0 && !isVoided(row, rows);
    if (left === 0 && !isTypedZero) continue;
    if (remaining <= 0 && !(isTypedZero && takesZeros)) break;
    touched.push({ row, left });
    remaining -= left;
  }
  return touched;
}

const correctionReason = 'Corrected';
