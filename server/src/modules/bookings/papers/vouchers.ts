import { isVoided, remainingPaise } from '../payment-rows/payment-rows.ts';
import type { PaymentRow } from '../payment-rows/queries.ts';
import type { AdvanceMoney, PaperRow } from './queries.ts';

interface VoucherFacts {
  /** The money of the booking. */
  readonly rows: readonly PaymentRow[];
  /** The money of its person's advance. */
  readonly advances: readonly AdvanceMoney[];
  readonly papers: readonly PaperRow[];
}

/** A receipt voucher with what is left of it, in paise. */
interface LeftVoucher {
  readonly voucher: PaperRow;
  readonly left: number;
}

/**
 * Finds the receipt voucher of money that went back, with something left: that of its payment, also
 * where the payment had become an advance. Money that was spent from an advance names no payment:
 * the oldest voucher of the advance is its own, because a refund of the advance is of the newest.
 */
export function answeredVoucher(row: PaymentRow, facts: VoucherFacts): LeftVoucher | undefined {
  const { rows, advances, papers } = facts;
  const of = [...rows, ...advances].find(({ id }) => id === row.of_id);
  const find = (ids: readonly (string | null)[]) =>
    papers
      .filter(({ kind, payment_id: payment }) => kind === 'receipt_voucher' && ids.includes(payment))
      .map((voucher) => ({ voucher, left: voucherLeft(voucher, row, facts) }))
      .find(({ left }) => left > 0);
  if (of?.kind === 'payment') return find([of.id]);
  const moved = of?.kind === 'transfer' && advances.find(({ id }) => id === of.id || id === of.pair_id);
  if (!moved) return undefined;
  if (moved.moved_id !== null && hasVoucher(moved.moved_id, papers)) return find([moved.moved_id]);
  const spent = spentRow(moved, advances) ?? moved;
  return find(advances.filter(({ patient_id: person }) => person === spent.patient_id).flatMap(fundingIds));
}

/** Returns whether a row of money has a voucher. */
export function hasVoucher(id: string, papers: readonly PaperRow[]): boolean {
  return papers.some(({ payment_id: payment }) => payment === id);
}

/** Lists the rows whose vouchers are of an advance's row: its own, and that which a transfer moved. */
export function fundingIds({ id, moved_id: moved }: AdvanceMoney): string[] {
  return moved === null ? [id] : [id, moved];
}

/** Finds the row that had spent the money which a transfer returned to the advance. */
function spentRow({ moved_id: moved }: AdvanceMoney, advances: readonly AdvanceMoney[]) {
  return advances.find(({ pair_id: pair }) => pair !== null && pair === moved);
}

/**
 * Returns what is left of a receipt voucher for a refund, in paise: less its refund vouchers, the
 * other refunds of its payment that wait for one, and what visits with a bill have.
 */
function voucherLeft(voucher: PaperRow, row: PaymentRow, { rows, advances, papers }: VoucherFacts): number {
  const all = [...rows, ...advances];
  const own = advances.filter(({ moved_id: moved }) => moved === voucher.payment_id).map(({ id }) => id);
  const waiting = all.filter(
    (each) =>
      each.id !== row.id &&
      (each.kind === 'refund' || each.kind === 'void') &&
      [voucher.payment_id, ...own].includes(each.of_id) &&
      !isVoided(each, all) &&
      !hasVoucher(each.id, papers),
  );
  const left = waiting.reduce((sum, { paise }) => sum + paise, unanswered(voucher, papers));
  return left - billedPaise(voucher, { advances, papers });
}

/** Returns what refund vouchers have left of a receipt voucher, in paise. */
export function unanswered({ id, total_paise: whole }: PaperRow, papers: readonly PaperRow[]): number {
  return papers.reduce((left, { of_id: of, total_paise: total }) => left - (of === id ? total : 0), whole);
}

/**
 * Returns what visits with a bill have of the money of a voucher: each person's oldest money first,
 * without money for which a refund voucher was given.
 */
function billedPaise(
  { id }: PaperRow,
  { advances, papers }: Pick<VoucherFacts, 'advances' | 'papers'>,
): number {
  let billed = 0;
  for (const own of Map.groupBy(advances, ({ patient_id: person }) => person).values()) {
    let taken = takenByBills(own);
    for (const row of own.filter((each) => !spentRow(each, advances))) {
      const voucher = papers.find(({ payment_id: of }) => of !== null && fundingIds(row).includes(of));
      const left = voucher ? unanswered(voucher, papers) : Infinity;
      const share = Math.min(taken, remainingPaise(row, own), left);
      if (voucher?.id === id) billed += share;
      taken -= share;
    }
  }
  return billed;
}

/** Returns what visits with a bill took from an advance, less what came back before their bill. */
function takenByBills(advances: readonly AdvanceMoney[]): number {
  const billed = advances.filter(({ billed_id: visit }) => visit !== null);
  const visits = Map.groupBy(billed, ({ billed_id: visit }) => visit);
  return [...visits.values()]
    .map((rows) => rows.reduce((sum, { paise }) => sum - paise, 0))
    .reduce((sum, taken) => sum + Math.max(0, taken), 0);
}
