import type { PaymentProof, VerifiedPayment } from '@samay/contract/tenancy/payments';
import { type PaymentProvider, ProviderAway, type ProviderPayment } from '../../../adapters/payments/port.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import type { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { emailKey } from '../../identity/index.ts';
import { findPlans } from '../subscriptions/plan-queries.ts';
import { applyPayment } from './apply-payment.ts';
import { type Order, readOrder } from './queries.ts';

/**
 * Verifies a payment: it must name our order, carry the provider's signature, and be captured
 * according to the provider (T-4.1). Address and plan are the order's; if the browser sends them
 * they must match. A repeated proof gets the first answer and is applied once. A payment whose order
 * cannot be fulfilled is answered as received. @throws `payment.email_missing` for an empty proof;
 * `payment.not_verified`; `payment.unconfirmed` while it is not captured or the provider cannot be
 * reached.
 */
export async function verifyPayment(
  context: PublicContext,
  proof: PaymentProof,
  limit: SharedLimiter,
): Promise<VerifiedPayment> {
  await limit.take(addressKey(context.request.ip));
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
  context.log.warn({ order: order.id, ...applied }, 'a proven payment does not count');
  if ('unplaced' in applied) return answerUnplaced(order);
  throw new AppError('payment.not_verified');
}

/** Finds the order. Every mismatch gets one error, and the signature is always checked. */
async function findProven(
  { dependencies }: PublicContext,
  payments: PaymentProvider,
  proof: PaymentProof,
): Promise<Order> {
  const [order] = await asPlatform(dependencies, (tx) =>
    run(tx, platform, readOrder({ providerOrderId: proof.razorpay_order_id })),
  );
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
  return payments.findPayment(id).catch((error: unknown) => {
    if (!(error instanceof ProviderAway)) throw error;
    const message = 'the payment provider could not be asked; its webhook or our next asking will tell';
    log.error({ err: error }, message);
    throw new AppError('payment.unconfirmed');
  });
}

/** Answers for a fulfilled order; a sign-up has a sentence of its own (P-4.18). */
async function answerFor({ dependencies }: PublicContext, order: Order): Promise<VerifiedPayment> {
  if (order.state === 'paid') return answerUnplaced(order);
  const base = { success: true, plan: order.plan_id, email: order.email } as const;
  const plans = await asPlatform(dependencies, findPlans);
  const plan = plans.find(({ id }) => id === order.plan_id)?.name ?? order.plan_id;
  if (order.kind === 'upgrade') {
    const message = `Payment successful! Your business now has the ${plan} plan.`;
    return { ...base, next: 'dashboard', message };
  }
  const message = `Payment successful! You are now registered as a Business Admin with the ${plan} plan.`;
  return { ...base, next: order.claimed_at === null ? 'link' : 'dashboard', message };
}

/** Answers for an order that could not be fulfilled: an email explains it. */
function answerUnplaced({ plan_id: plan, email }: Order): VerifiedPayment {
  const message = `Your payment has arrived. We have written to ${email} about how it goes on.`;
  return { success: true, plan, email, next: 'mail', message };
}
