import { assertThat } from '../../../core/app-error.ts';
import {
  correctionRows,
  isClosed,
  isVoided,
  type NewPayment,
  type OpenPeriod,
  type PaymentRow,
  remainingPaise,
} from '../../ledger/index.ts';
import type { LockedRows } from '../rows/change.ts';

/**
 * Returns the rows that correct a payment or a refund: voids of it and of what was given back of it, the
 * right row, and the same refunds of that one. A refund of an open drawer is replaced in this one.
 * @throws `payment.exceeded`
 */
export function correctedWithRefunds(
  row: PaymentRow,
  correction: Parameters<typeof correctionRows>[1],
  { rows, drawers, noted }: Pick<LockedRows, 'rows' | 'drawers' | 'noted'>,
): { readonly right: NewPayment | undefined; readonly written: NewPayment[] } {
  const refunds = standingRefunds(row, rows);
  const back = refunds.reduce((sum, { paise }) => sum - paise, 0);
  assertThat(correction.paise >= back, 'payment.exceeded');
  const [voiding, right] = correctionRows(row, correction, noted);
  const replaced = refunds.map((refund) => {
    const { reason } = correction;
    const same = { paise: -refund.paise, method: refund.method, reason: refund.reason ?? reason };
    const [away, again] = correctionRows(refund, same, noted);
    const own = { drawer_id: refund.drawer_id, drawer_period: refund.drawer_period };
    const inDrawer = { ...own, corrects_drawer_id: null, corrects_period: null };
    const isOpen = !isClosed(refund, drawers);
    return [away, again && { ...again, of_id: right?.id ?? null }].map(
      (made) => made && { ...made, ...(isOpen && inDrawer) },
    );
  });
  const written = [...replaced.map(([away]) => away), voiding, right, ...replaced.map(([, again]) => again)];
  return { right, written: written.filter((made) => made !== undefined) };
}

/** Lists the refunds of a payment that were not voided. */
function standingRefunds(row: PaymentRow, rows: readonly PaymentRow[]): PaymentRow[] {
  return rows.filter(
    ({ kind, of_id: of, ...refund }) => kind === 'refund' && of === row.id && !isVoided(refund, rows),
  );
}

/**
 * Returns whether a row can be corrected: a payment of which nothing became an advance, or a refund,
 * whose drawer was closed.
 */
export function isCorrectable(
  row: PaymentRow,
  rows: readonly PaymentRow[],
  drawers: readonly OpenPeriod[],
): boolean {
  if (isVoided(row, rows) || !isClosed(row, drawers)) return false;
  if (isOfReopened(row, drawers)) return false;
  if (row.kind !== 'payment') return row.kind === 'refund';
  const refunds = standingRefunds(row, rows);
  const back = refunds.reduce((sum, { paise }) => sum + paise, 0);
  return (
    remainingPaise(row, rows) === row.paise + back && !refunds.some((refund) => isOfReopened(refund, drawers))
  );
}

/** Returns whether a row corrects a period that was reopened: that is closed again first. */
function isOfReopened(
  { corrects_drawer_id: corrected, corrects_period: period }: PaymentRow,
  drawers: readonly OpenPeriod[],
): boolean {
  return corrected !== null && drawers.find(({ id }) => id === corrected)?.period === period;
}
