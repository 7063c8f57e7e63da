import type { PaymentProof, VerifiedPayment } from '@samay/contract/tenancy/payments';
import { type PaymentProvider, ProviderAway, type ProviderPayment } from '../../../adapters/payments/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { emailKey } from '../../identity/index.ts';
import { answerFor, answerUnplaced } from './answer-verified.ts';
import { grantPayment } from './apply-payment.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { findOrder, type Order } from './queries.ts';

/**
 * Whether a payment counts: our order, the provider's signature over it, and the provider itself, which must say captured (reliability.md
 * A14). The address and the plan are the order's; where the browser sends some, they must be those, and where it knows none, as in another
 * browser than the one that ordered, they are not missed. The same proof again gets the same answer and gives nothing twice. A captured
 * payment that gives nothing is answered as one that has arrived. Refuses with `payment.email_missing` an empty proof,
 * `payment.not_verified` for whatever does not hold, `payment.unconfirmed` while the provider has not captured it or cannot be asked.
 */
export async function verifyPayment(context: PublicContext, proof: PaymentProof, limits: PaymentLimits): Promise<VerifiedPayment> {
  await limits.countProof(context.request.ip);
  assertThat(
    Object.values(proof).some((value) => value.trim() !== ''),
    'payment.email_missing',
  );
  const payments = orNotFound(context.dependencies.payments, 'payment.not_available');
  const order = await findProven(context, payments, proof);
  const payment = await askProvider(context, payments, proof.razorpay_payment_id);
  assertThat(payment?.id === proof.razorpay_payment_id && payment.orderId === order.provider_order_id, 'payment.not_verified');
  assertThat(payment.status !== 'created' && payment.status !== 'authorized', 'payment.unconfirmed');
  const granted = await grantPayment(context.dependencies, payment, context);
  if ('order' in granted) return answerFor(context, granted.order);
  context.log.warn({ order: order.id, ...granted, of: undefined }, 'a proven payment does not count');
  if ('unplaced' in granted) return answerUnplaced(order);
  throw new AppError('payment.not_verified');
}

/** The order that the proof is about. Everything that does not fit gets the one refusal, and the signature is checked whatever else is wrong. */
async function findProven({ dependencies }: PublicContext, payments: PaymentProvider, proof: PaymentProof): Promise<Order> {
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
  const isOfPayer = email.trim() === '' || order.email_key === emailKey(email);
  return isOfPayer && (plan.trim() === '' || order.plan_id === plan.trim().toLowerCase());
}

async function askProvider({ log }: PublicContext, payments: PaymentProvider, id: string): Promise<ProviderPayment | undefined> {
  try {
    return await payments.findPayment(id);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    log.error({ err: error }, 'the payment provider could not be asked; its webhook or our next asking will tell');
    throw new AppError('payment.unconfirmed');
  }
}
