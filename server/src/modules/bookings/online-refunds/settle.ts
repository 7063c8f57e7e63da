import { allowancePaise } from '@samay/contract/bookings/owing';
import type { RefundError } from '@samay/contract/bookings/online-refunds';
import type { ProviderRefund } from '../../../adapters/payments/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { makeRefund, readPayments } from '../../ledger/index.ts';
import {
  findRefund,
  findReported,
  lockRefund,
  type RefundRow,
  updateRefund,
} from '../../online-payments/index.ts';
import { withMoney } from '../money/change-money.ts';
import { presentOwing } from '../rows/present.ts';
import { type AppointmentRow, lockBooking } from '../rows/queries.ts';
import { writeBookings } from '../rows/write.ts';
import { nextCheckAt } from './policy.ts';

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

/** Applies what the provider reports of its refund; nothing changes for one that is not known here. */
export async function applyReportedRefund(context: BusinessContext, given: ProviderRefund): Promise<void> {
  const of = { refundId: given.id, paymentId: given.paymentId, paise: given.amount };
  const { found } = await readInOneMessage(context, { found: findReported(of) });
  if (found[0]) await applyRefund(context, found[0].id, given);
}

/**
 * Applies the provider's answer about a refund: it is on its way, has failed, or is done, when its row of
 * money is written. One that is settled stays as it is, however often and in whatever order answers come.
 */
export async function applyRefund(
  context: BusinessContext,
  id: string,
  { id: refundId, status }: Pick<ProviderRefund, 'id' | 'status'>,
): Promise<void> {
  await inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await lockWithBooking(tx, context, id);
    const { refund } = locked;
    if (!isUnderWay(refund)) return;
    if (status === 'failed')
      return writeFailed(tx, context, announce, { ...refund, provider_refund_id: refundId }, 'refused');
    if (status === 'processed') return writeDone(tx, context, announce, locked, refundId);
    if (refund.state === 'accepted') return;
    const accepted = { ...toStanding(refund), state: 'accepted' as const, refundId };
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

/** Writes the row of money of a refund that is done: through the provider, from no drawer and by no user. */
async function writeDone(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  { refund, booking }: LockedRefund,
  refundId: string,
): Promise<void> {
  const { now } = context;
  const settled = { ...toStanding(refund), state: 'done' as const, refundId, doneAt: now };
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
  writeBookings({ tx, announce }, context, [withMoney(booking, rows, decided, context)]);
  atCommit(tx, context, updateRefund({ ...settled, ledgerId: made.id }));
}

/** Returns the columns of a refund that its state changes. */
export function toStanding(row: RefundRow) {
  return {
    id: row.id,
    state: row.state,
    refundId: row.provider_refund_id,
    error: row.error,
    tries: row.tries,
    nextCheckAt: row.next_check_at,
    doneAt: row.done_at,
    ledgerId: row.ledger_id,
  };
}
