import { allowancePaise } from '@samay/contract/bookings/owing';
import type { RefundError } from '@samay/contract/bookings/online-refunds';
import type { ProviderRefund } from '../../../adapters/payments/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { makeRefund, readPayments } from '../../ledger/index.ts';
import { findRefund, lockRefund, type RefundRow, updateRefund } from '../../online-payments/index.ts';
import { withMoney } from '../money/change-money.ts';
import { presentOwing } from '../rows/present.ts';
import { type AppointmentRow, lockBooking } from '../rows/queries.ts';
import { writeBookings } from '../rows/write.ts';
import { isPresentTry, nextCheckAt, readReceipt } from './policy.ts';

/** A refund with its booking, both locked; null for a payment that became no booking. */
export interface LockedRefund {
  readonly refund: RefundRow;
  readonly booking: AppointmentRow | null;
}

/** Locks a refund, its booking first as all verbs do. @throws `not_found` */
export async function lockWithBooking(tx: Tx, context: BusinessContext, id: string): Promise<LockedRefund> {
  const { appointment_id: bookingId } = orNotFound((await run(tx, context, findRefund({ id })))[0]);
  const booking = bookingId === null ? null : onlyRow(await run(tx, context, lockBooking({ id: bookingId })));
  return { refund: onlyRow(await run(tx, context, lockRefund({ id }))), booking };
}

/** The provider's word about a refund. */
type Word = Pick<ProviderRefund, 'id' | 'receipt' | 'status'>;

/**
 * Applies the provider's word about a refund: it is on its way, has failed, or is done, when its row of money is
 * written. That it is done holds over a failure before; what is known already changes nothing, however often and in
 * whatever order words come, and neither does one about an earlier try.
 * @param options.adopts whether a try that is on its way counts although a later one was asked for, or it had failed here
 */
export async function applyRefund(
  context: BusinessContext,
  id: string,
  given: Word,
  { adopts = false }: { readonly adopts?: boolean } = {},
): Promise<void> {
  await inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await lockWithBooking(tx, context, id);
    const { refund } = locked;
    if (given.status === 'processed') return writeProcessed(tx, context, announce, locked, given);
    if (!adopts && !isPresentTry(refund, given)) return;
    if (given.status === 'failed') {
      if (!isUnderWay(refund)) return;
      return writeFailed(tx, context, announce, { ...refund, provider_refund_id: given.id }, 'refused');
    }
    if (refund.state !== 'asked' && !(adopts && refund.state === 'failed')) return;
    const accepted = { ...toStanding(refund), state: 'accepted' as const, refundId: given.id, error: null };
    await run(tx, context, updateRefund({ ...accepted, nextCheckAt: nextCheckAt(refund, context.now) }));
    announce('refunds', id);
  });
}

/** Notes that a refund is refused: it waits for the owner. */
export async function failRefund(context: BusinessContext, id: string, error: RefundError): Promise<void> {
  await inTenantAnnouncing(context, async (tx, announce) => {
    const { refund } = await lockWithBooking(tx, context, id);
    if (isUnderWay(refund)) await writeFailed(tx, context, announce, refund, error);
  });
}

function isUnderWay({ state }: RefundRow): boolean {
  return state === 'asked' || state === 'accepted';
}

async function writeFailed(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  refund: RefundRow,
  error: RefundError,
): Promise<void> {
  await run(tx, context, updateRefund({ ...toStanding(refund), state: 'failed', error }));
  const detail = { refund: refund.id, paise: refund.paise, error };
  await audit(tx, context, 'money.refund_failed', refund.appointment_id ?? refund.id, detail);
  announce('refunds', refund.id);
}

/**
 * Writes that the provider has given a refund back; of one that was given back before, that it went back twice. A
 * refund that the business made there itself, and has noted, is no second time.
 */
async function writeProcessed(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  locked: LockedRefund,
  { id: refundId, receipt }: Word,
): Promise<void> {
  const { refund } = locked;
  if (isUnderWay(refund) || refund.state === 'failed')
    return writeDone(tx, context, announce, locked, refundId);
  const isAnswer = refund.state === 'done' || readReceipt(receipt) === undefined;
  const isKnown = isAnswer && refund.provider_refund_id === refundId;
  if (isKnown || refund.twice_id !== null) return;
  await run(tx, context, updateRefund({ ...toStanding(refund), twiceId: refundId }));
  const detail = { refund: refund.id, paise: refund.paise };
  await audit(tx, context, 'money.refund_twice', refund.appointment_id ?? refund.id, detail);
  announce('refunds', refund.id);
}

/** Writes the row of money of a refund that is done: through the provider, from no drawer and by no user. */
export async function writeDone(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  { refund, booking }: LockedRefund,
  refundId: string,
): Promise<void> {
  const { now } = context;
  const settled = { ...toStanding(refund), state: 'done' as const, refundId, error: null, doneAt: now };
  announce('refunds', refund.id);
  if (!booking) {
    await run(tx, context, updateRefund(settled));
    await audit(tx, context, 'money.refund_done', refund.id, { refund: refund.id, paise: refund.paise });
    return;
  }
  const rows = await run(tx, context, readPayments({ ids: [booking.id] }));
  const paid = orNotFound(rows.find(({ id }) => id === refund.of_id));
  const { paise, reason, cancel_id } = refund;
  const allowed = refund.lowers ? allowancePaise(presentOwing(booking), paise) : 0;
  const given = { paise, reason, allowed, method: paid.method ?? 'Online', reference: refundId };
  const made = { ...makeRefund(paid, given, { by: null, at: now }), source: 'online' as const, cancel_id };
  const detail = { payment: paid.id, noted: made.id, paise, method: made.method };
  const decided = { payments: [made], action: 'money.refunded' as const, detail };
  const { after, columns, ...changed } = withMoney(booking, rows, decided, context);
  // The booking is as its last verb left it: a closing that cancelled it can still be undone.
  const { updated_at } = booking;
  const asLeft = { ...changed, after: { ...after, updated_at }, columns: { ...columns, updated_at } };
  writeBookings({ tx, announce }, context, [asLeft]);
  atCommit(tx, context, updateRefund({ ...settled, ledgerId: made.id }));
}

/** Returns the columns of a refund that its state changes. */
export function toStanding(row: RefundRow) {
  return {
    id: row.id,
    state: row.state,
    refundId: row.provider_refund_id,
    twiceId: row.twice_id,
    error: row.error,
    tries: row.tries,
    nextCheckAt: row.next_check_at,
    doneAt: row.done_at,
    ledgerId: row.ledger_id,
  };
}
