import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import { guestContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { audit } from '../../audit/index.ts';
import { deleteHolds, TimeTaken } from '../../availability/index.ts';
import type { AppointmentRow } from '../../bookings/index.ts';
import { askRefund } from '../../online-payments/index.ts';
import { isFullOn, readShownPage, type Shown } from '../online/shown.ts';
import { bookForm } from '../proofs/book-proven.ts';
import { lockProof, settleProof } from '../proofs/queries.ts';
import {
  findOnlinePayment,
  findOrderOfProvider,
  findReplacedOrder,
  insertOnlinePayment,
  lockOnlinePayment,
  lockOrder,
  type OrderRow,
  type PaymentOfOrder,
  settleOnlinePayment,
  settleOrder,
} from '../orders/queries.ts';
import { mailPayer } from './mail-payer.ts';
import { keptMs } from './rules.ts';
import { settleCapture, settleRefusal } from './settle.ts';

type Context = ReturnType<typeof guestContext>;
type Reason = NonNullable<PaymentOfOrder['reason']>;

/** Why a payment goes back, as the owner reads it. */
const unbookedReasons: Readonly<Record<Reason, string>> = {
  taken: 'The time was taken before the payment arrived',
  full: 'The plan was full',
  closed: 'The public page took no bookings',
  too_many: 'The number had too many bookings',
  second: 'It was paid twice',
  amount: 'Another amount was paid',
  late: 'It was paid too late',
  returned: 'It was given back',
  not_captured: 'It could not be captured',
  cancelled: 'The booking was cancelled',
};

/** The state of a payment that was applied; `ignored` where it is none of an order, or not made. */
export type AppliedPayment = PaymentOfOrder['state'] | 'ignored';

/**
 * Applies a payment that the provider of a business has reported: makes the booking of its order, once, and has
 * the payment captured; or notes why it becomes no booking, and takes none of it. The visitor's return, the
 * provider's webhook and the reconciliation all call it: the order is locked, and the second of two calls finds
 * the payment of the first. Nothing is asked outside of the database.
 */
export async function applyOnlinePayment(
  dependencies: Dependencies,
  { tenantId, requestId }: { readonly tenantId: string; readonly requestId: string },
  payment: ProviderPayment,
): Promise<AppliedPayment> {
  if (payment.orderId === null) return 'ignored';
  const context = guestContext(dependencies, { tenantId, requestId });
  const { orders, known } = await readInOneMessage(context, {
    orders: findOrderOfProvider({ providerOrderId: payment.orderId }),
    known: findOnlinePayment({ id: payment.id }),
  });
  const [order] =
    orders.length > 0
      ? orders
      : (
          await readInOneMessage(context, {
            replaced: findReplacedOrder({ providerOrderId: payment.orderId }),
          })
        ).replaced;
  if (!order) return 'ignored';
  if (known[0]) return applyAgain(dependencies, context, payment, known[0]);
  if (payment.status !== 'authorized' && payment.status !== 'captured') return 'ignored';
  const shown = await readShownPage(dependencies, { id: tenantId, slug: '' }, requestId);
  const applying = { dependencies, context, shown, orderId: order.id, payment };
  const decided = await decide(applying).catch((error: unknown) => {
    const reason = whyUnbookable(error);
    if (!reason) throw error;
    return decide(applying, reason);
  });
  // An account that captures by itself has the money already.
  if (decided !== 'authorized' || payment.status !== 'captured') return decided;
  return settleCapture(dependencies, { tenantId, paymentId: payment.id });
}

interface Applying {
  readonly dependencies: Dependencies;
  readonly context: Context;
  /** Undefined where the page is off. */
  readonly shown: Shown | undefined;
  readonly orderId: string;
  readonly payment: ProviderPayment;
}

/** Books and notes the payment, or notes it with the reason why it becomes no booking. */
async function decide(
  { dependencies, context, shown, orderId, payment }: Applying,
  refused?: Reason,
): Promise<AppliedPayment> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    // The form is locked before its order, as where the order is made.
    const [form] = await run(tx, context, lockProof({ id: orderId }));
    const order = orNotFound((await run(tx, context, lockOrder({ id: orderId })))[0]);
    const [known] = await run(tx, context, findOnlinePayment({ id: payment.id }));
    if (known) return known.state;
    const reason =
      refused ?? whyUnplaced({ order, payment, shown, isBooked: (form?.appointment_id ?? null) !== null });
    if (reason !== undefined || !shown)
      return release(tx, { ...context, dependencies }, { order, payment, reason: reason ?? 'closed' });
    const made = await bookOrder({ tx, announce }, shown, order);
    const { id: appointmentId } = made;
    const row = { ...toRow(payment, order, context), appointment_id: appointmentId };
    atCommit(tx, context, insertOnlinePayment(row));
    await mailPayer(tx, { ...context, dependencies }, { order, payment: row, made });
    await enqueueEffect(tx, context.now, {
      tenantId: context.tenantId,
      kind: 'online.capture',
      subject: appointmentId,
      payload: { paymentId: payment.id },
    });
    return 'authorized';
  });
}

/**
 * Books the time of a locked order, at the price that its payer saw. While its hold stands the time is offered as it was
 * when it was kept. Returns its booking.
 */
async function bookOrder(
  writing: { readonly tx: Tx; readonly announce: Announce },
  shown: Shown,
  order: OrderRow,
): Promise<AppointmentRow> {
  const { context } = shown;
  const { now } = context;
  const keptSince = new Date(order.holds_until.getTime() - keptMs);
  const isKept = order.holds_until > now;
  const offered = isKept ? { ...shown, context: { ...context, now: keptSince } } : shown;
  const form = {
    ...order,
    personName: orNotFound(order.person_name ?? undefined),
    number: orNotFound(order.number ?? undefined),
    provesNumber: order.proves_number,
    email: order.proves_number ? null : order.email,
    heldBy: order.id,
    price: order.price_paise,
  };
  const made = await bookForm(writing, shown, form, offered);
  const settled = { id: order.id, appointmentId: made.id };
  atCommit(writing.tx, context, settleOrder({ ...settled, state: 'booked' }));
  atCommit(writing.tx, context, settleProof(settled));
  return made;
}

/** Returns why a payment cannot be placed before the time is looked at; undefined where it may be. */
function whyUnplaced({
  order,
  payment,
  shown,
  isBooked,
}: Pick<Applying, 'payment' | 'shown'> & {
  readonly order: OrderRow;
  /** Whether its form has become a booking. */
  readonly isBooked: boolean;
}): Reason | undefined {
  if (order.state === 'booked' || isBooked) return 'second';
  if (order.state === 'ended') return 'late';
  if (payment.amount !== order.amount_paise || payment.currency !== 'INR') return 'amount';
  if (!shown || shown.business.status === 'suspended') return 'closed';
  return isFullOn(shown, order.appointment_date) ? 'full' : undefined;
}

function whyUnbookable(error: unknown): Reason | undefined {
  if (error instanceof TimeTaken) return 'taken';
  const reasons: Partial<Record<string, Reason>> = {
    'slot.taken': 'taken',
    'plan.limit_reached': 'full',
    'request.too_many_open': 'too_many',
  };
  return error instanceof AppError ? reasons[error.code] : undefined;
}

/**
 * Notes a payment that becomes no booking. The provider gives it back by itself; what an account has captured
 * by itself is given back by a refund.
 */
async function release(
  tx: Tx,
  context: Context & Pick<Applying, 'dependencies'>,
  {
    order,
    payment,
    reason,
  }: Pick<Applying, 'payment'> & { readonly order: OrderRow; readonly reason: Reason },
): Promise<AppliedPayment> {
  const state = payment.status === 'captured' ? 'captured' : 'released';
  const { id: orderId } = order;
  const row = { ...toRow(payment, order, context), state, reason, settled_at: context.now } as const;
  atCommit(tx, context, insertOnlinePayment(row));
  if (order.state === 'open') {
    atCommit(tx, context, settleOrder({ id: orderId, state: 'ended', appointmentId: null }));
    atCommit(tx, context, deleteHolds({ heldBy: orderId }));
  }
  if (state === 'captured') askWholeRefund(tx, context, row);
  await mailPayer(tx, context, { order, payment: row });
  await audit(tx, context, 'money.online_released', orderId, { reason, paise: payment.amount });
  return state;
}

/** Applies a further report of a payment that is known. */
async function applyAgain(
  dependencies: Dependencies,
  context: Context,
  { id, status }: ProviderPayment,
  known: PaymentOfOrder,
): Promise<AppliedPayment> {
  const of = { tenantId: context.tenantId, paymentId: id };
  if (known.appointment_id !== null) {
    if (status === 'captured') return settleCapture(dependencies, of);
    return status === 'refunded' ? settleRefusal(dependencies, of, 'returned') : known.state;
  }
  if (known.state !== 'released' || status !== 'captured') return known.state;
  // It was captured by the account itself, or by hand.
  return inTenantAnnouncing(context, async (tx) => {
    const row = orNotFound((await run(tx, context, lockOnlinePayment({ id })))[0]);
    if (row.state !== 'released') return row.state;
    atCommit(tx, context, settleOnlinePayment({ ...row, state: 'captured', now: context.now }));
    askWholeRefund(tx, context, row);
    return 'captured';
  });
}

/** Asks back the whole of a payment that became no booking, once. */
function askWholeRefund(
  tx: Tx,
  context: Context,
  { id, paise, reason }: Pick<PaymentOfOrder, 'id' | 'paise' | 'reason'>,
): void {
  const none = { of_id: null, appointment_id: null };
  askRefund(tx, context, { ...none, payment_id: id, paise, reason: unbookedReasons[reason ?? 'taken'] });
}

function toRow({ id, amount, orderId }: ProviderPayment, order: OrderRow, { now }: Context): PaymentOfOrder {
  return {
    id,
    order_id: order.id,
    key_id: orderId === order.earlier_order_id ? order.earlier_key_id : order.key_id,
    paise: amount,
    state: 'authorized',
    reason: null,
    appointment_id: null,
    ledger_id: null,
    told_at: now,
    settled_at: null,
  };
}
