import type { PaymentProof, VerifiedPayment } from '@samay/contract/tenancy/payments';
import { type PaymentProvider, ProviderAway, type ProviderPayment } from '../../../adapters/payments/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { emailKey } from '../../identity/index.ts';
import { answerFor, answerUnplaced } from './answer-verified.ts';
import { applyPayment } from './apply-payment.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { findOrder, type Order } from './queries.ts';

/**
 * Verifies a payment: it must name our order, carry the provider's signature, and be captured
 * according to the provider (reliability.md A14). Address and plan are the order's; if the browser
 * sends them they must match, and a browser that did not place the order may leave them out. The
 * same proof again gets the same answer and is applied once. A captured payment whose order cannot
 * be fulfilled is answered as received. @throws `payment.email_missing` for an empty proof;
 * `payment.not_verified` if anything does not match; `payment.unconfirmed` while the payment is not
 * captured or the provider cannot be reached.
 */
export async function verifyPayment(
  context: PublicContext,
  proof: PaymentProof,
  limits: PaymentLimits,
): Promise<VerifiedPayment> {
  await limits.countProof(context.request.ip);
  assertThat(
    Object.values(proof).some((value) => value.trim() !== ''),
    'payment.email_missing',
  );
  const payments = orNotFound(context.dependencies.payments, 'payment.not_available');
  const order = await findProven(context, payments, proof);
  const payment = await askProvider(context, payments, proof.razorpay_payment_id);
  assertThat(
    payment?.id === proof.razorpay_payment_id && payment.orderId === order.provider_order_id,
    'payment.not_verified',
  );
  assertThat(payment.status !== 'created' && payment.status !== 'authorized', 'payment.unconfirmed');
  const applied = await applyPayment(context.dependencies, payment, context);
  if ('order' in applied) return answerFor(context, applied.order);
  context.log.warn({ order: order.id, ...applied, of: undefined }, 'a proven payment does not count');
  if ('unplaced' in applied) return answerUnplaced(order);
  throw new AppError('payment.not_verified');
}

/**
 * Finds the order of the proof. Every mismatch gets the same error, and the signature is always
 * checked.
 */
async function findProven(
  { dependencies }: PublicContext,
  payments: PaymentProvider,
  proof: PaymentProof,
): Promise<Order> {
  const order = await asPlatform(dependencies, (tx) => findOrder(tx, proof.razorpay_order_id));
  const isSigned = payments.provesPayment({
    orderId: order?.provider_order_id ?? 'unknown',
    paymentId: proof.razorpay_payment_id,
    signature: proof.razorpay_signature,
  });
  if (!order || !isSigned || !isAbout(order, proof)) throw new AppError('payment.not_verified');
  return order;
}

function isAbout(order: Order, { email, plan }: PaymentProof): boolean {
  const isPayer = email.trim() === '' || order.email_key === emailKey(email);
  return isPayer && (plan.trim() === '' || order.plan_id === plan.trim().toLowerCase());
}

async function askProvider(
  { log }: PublicContext,
  payments: PaymentProvider,
  id: string,
): Promise<ProviderPayment | undefined> {
  try {
    return await payments.findPayment(id);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    log.error(
      { err: error },
      'the payment provider could not be asked; its webhook or our next asking will tell',
    );
    throw new AppError('payment.unconfirmed');
  }
}
