import type { ProviderRefund } from '../../../adapters/payments/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { insertPayment, isVoided, type NewPayment, readPayments } from '../../ledger/index.ts';
import {
  findCaptured,
  findReported,
  type ForeignRefund,
  insertRefundNow,
  listRefundsOf,
  lockRefund,
  readOnlineMoney,
  updateRefund,
} from '../../online-payments/index.ts';
import { countPerson } from '../../people/index.ts';
import { leftPaise } from '../money/online-money.ts';
import { lockBooking } from '../rows/queries.ts';
import { tallyChanges } from '../tallies/tallies.ts';
import { makeRefundsOfAdvance } from './of-advance.ts';
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
 * refund for itself, of at most what is left of the payment. Money of it that became an advance is taken from that, as far as it is
 * not spent. Owners read of the rest that it went back twice: it was spent, or given back before. One that the business
 * has noted as given back another way already is in the books, and is only known by its id from then on.
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
  const money = { rows, online };
  const paise = Math.min(given.amount, leftPaise(paid, money));
  // A refund that we have asked for is answered by its own word.
  const more = given.amount - paise - (online.find(({ id }) => id === ofId)?.pending ?? 0);
  const ofAdvance = { ofId, most: more, reason: givenThere, reference: given.id };
  const taken = await makeRefundsOfAdvance(tx, context, ofAdvance);
  const about = { payment_id: given.paymentId, reason: givenThere };
  const ofBooking = { ...about, appointment_id: bookingId };
  for (const [at, row] of taken.entries()) {
    const part = { ...ofBooking, of_id: row.of_id, paise: -row.paise };
    const refundId = paise === 0 && at === 0 ? given.id : null;
    await writeOfAdvance(tx, context, announce, { part, row, refundId });
  }
  const rest = taken.reduce((sum, row) => sum + row.paise, more);
  if (rest > 0) await writeTwice(tx, context, announce, { rest, about, bookingId, refundId: given.id });
  if (paise === 0) return;
  const id = await insertRefundNow(tx, context, { ...ofBooking, of_id: ofId, paise });
  const refund = onlyRow(await run(tx, context, lockRefund({ id })));
  return writeDone(tx, context, announce, { refund, booking }, given.id);
}

interface OfAdvance {
  readonly part: ForeignRefund;
  readonly row: NewPayment;
  /** The provider's id, for one of several rows of a refund. */
  readonly refundId: string | null;
}

/** Writes a refund of an advance, and its row of money. */
async function writeOfAdvance(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  { part, row, refundId }: OfAdvance,
): Promise<void> {
  const id = await insertRefundNow(tx, context, part);
  const refund = onlyRow(await run(tx, context, lockRefund({ id })));
  for (const tally of tallyChanges([], [row]).people) atCommit(tx, context, countPerson(tally));
  atCommit(tx, context, insertPayment(row));
  const done = { ...toStanding(refund), state: 'done' as const, refundId, doneAt: context.now };
  atCommit(tx, context, updateRefund({ ...done, ledgerId: row.id }));
  const bookingId = orNotFound(part.appointment_id);
  const detail = { payment: row.id, paise: part.paise, method: row.method };
  await audit(tx, context, 'money.advance_refunded', bookingId, detail);
  announce('appointments', bookingId);
  announce('refunds', id);
}

interface Twice {
  readonly rest: number;
  readonly about: Pick<ForeignRefund, 'payment_id' | 'reason'>;
  readonly bookingId: string;
  readonly refundId: string;
}

/** Writes what went back of a payment although it is not there any more: owners read it, and it is in no books. */
async function writeTwice(
  tx: Tx,
  context: BusinessContext,
  announce: Announce,
  { rest: paise, about, bookingId, refundId }: Twice,
): Promise<void> {
  const id = await insertRefundNow(tx, context, { ...about, of_id: null, appointment_id: null, paise });
  const refund = onlyRow(await run(tx, context, lockRefund({ id })));
  const done = { ...toStanding(refund), state: 'done' as const, twiceId: refundId, doneAt: context.now };
  await run(tx, context, updateRefund(done));
  await audit(tx, context, 'money.refund_twice', bookingId, { refund: id, paise });
  announce('refunds', id);
}
