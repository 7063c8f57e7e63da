import type { ProviderRefund } from '../../../adapters/payments/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { isVoided, readPayments } from '../../ledger/index.ts';
import {
  findCaptured,
  findReported,
  insertRefundNow,
  listRefundsOf,
  lockRefund,
  readOnlineMoney,
  updateRefund,
} from '../../online-payments/index.ts';
import { leftPaise } from '../money/online-money.ts';
import { lockBooking } from '../rows/queries.ts';
import { readReceipt } from './policy.ts';
import { applyRefund, toStanding, writeDone } from './settle.ts';

/** The reason of money that the business gives back at the provider itself. */
const givenThere = 'Given back at the payment provider';

/**
 * Applies what the provider reports of a refund: our own, which its id or its receipt names, or one that the business
 * made at the provider itself.
 */
export async function applyReportedRefund(context: BusinessContext, given: ProviderRefund): Promise<void> {
  const named = readReceipt(given.receipt)?.id ?? null;
  const { found } = await readInOneMessage(context, { found: findReported({ refundId: given.id, named }) });
  if (found[0]) await applyRefund(context, found[0].id, given);
  else if (named === null && given.status === 'processed') await noteForeign(context, given);
}

/** Notes money of a booking that the business gave back at the provider itself. */
async function noteForeign(context: BusinessContext, given: ProviderRefund): Promise<void> {
  const read = await readInOneMessage(context, { captured: findCaptured({ paymentId: given.paymentId }) });
  const [captured] = read.captured;
  if (captured)
    await inTenantAnnouncing(context, async (tx, announce) =>
      writeForeign(tx, context, announce, {
        given,
        ofId: captured.ledger_id,
        bookingId: captured.appointment_id,
      }),
    );
}

interface Foreign {
  readonly given: ProviderRefund;
  /** The row of money of the payment, and its booking. */
  readonly ofId: string;
  readonly bookingId: string;
}

/**
 * Writes it in the books: as our own refund that had failed, where the business answered that one so; else as a
 * refund for itself, of at most what is left of the payment. More was noted before. One that the business has noted
 * as given back another way already is in the books, and is only known by its id from then on.
 */
async function writeForeign(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  { given, ofId, bookingId }: Foreign,
): Promise<void> {
  const booking = onlyRow(await run(tx, context, lockBooking({ id: bookingId })));
  if ((await run(tx, context, findReported({ refundId: given.id, named: null }))).length > 0) return;
  const asked = await run(tx, context, listRefundsOf({ bookingId }));
  const alike = asked.filter(({ of_id: of, paise }) => of === ofId && paise === given.amount);
  const failed = alike.find(({ state }) => state === 'failed');
  if (failed) return writeDone(tx, context, announce, { refund: failed, booking }, given.id);
  const rows = await run(tx, context, readPayments({ ids: [bookingId] }));
  const noted = alike.find(
    ({ state, provider_refund_id: known, twice_id: twice, ledger_id: id }) =>
      state === 'noted' && known === null && twice === null && id !== null && !isVoided({ id }, rows),
  );
  if (noted) {
    await run(tx, context, updateRefund({ ...toStanding(noted), refundId: given.id }));
    return;
  }
  const online = await run(tx, context, readOnlineMoney({ ids: [bookingId] }));
  const paid = orNotFound(rows.find(({ id }) => id === ofId));
  const paise = Math.min(given.amount, leftPaise(paid, { rows, online }));
  if (paise === 0) return;
  const id = await insertRefundNow(tx, context, {
    payment_id: given.paymentId,
    of_id: ofId,
    appointment_id: bookingId,
    paise,
    reason: givenThere,
  });
  const refund = onlyRow(await run(tx, context, lockRefund({ id })));
  return writeDone(tx, context, announce, { refund, booking }, given.id);
}
