import type { PaymentProof, VerifiedPayment } from '@samay/contract/payments';
import { type PaymentProvider, ProviderAway, type ProviderPayment } from '../../adapters/payments/port.ts';
import { asPlatform } from '../../db/tenant.ts';
import type { PublicContext } from '../../http/context.ts';
import { assertThat, found, Refusal } from '../../refusal.ts';
import { emailKey } from '../session/index.ts';
import { answerFor } from './answer-verified.ts';
import { grantPayment } from './grant.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { findOrder, type Order } from './queries.ts';

/**
 * Whether a payment counts: our order for this e-mail and plan, the provider's signature over it, and the provider itself, which must say
 * captured (reliability.md A14). The same proof again gets the same answer and gives nothing twice. Refuses with
 * `payment.email_missing`, `payment.not_verified` for whatever does not hold, `payment.unconfirmed` while the provider has not captured
 * it or cannot be asked.
 */
export async function verifyPayment(context: PublicContext, proof: PaymentProof, limits: PaymentLimits): Promise<VerifiedPayment> {
  await limits.countProof(context.request.ip);
  assertThat(proof.email.trim(), 'payment.email_missing');
  const payments = found(context.parts.payments, 'payment.not_available');
  const order = await findProven(context, payments, proof);
  const payment = await askProvider(context, payments, proof.razorpay_payment_id);
  assertThat(payment?.id === proof.razorpay_payment_id && payment.orderId === order.provider_order_id, 'payment.not_verified');
  assertThat(payment.status !== 'created' && payment.status !== 'authorized', 'payment.unconfirmed');
  const granted = await grantPayment(context.parts, payment, context);
  if ('refused' in granted) {
    context.log.warn({ order: order.id, refused: granted.refused }, 'a proven payment does not count');
    throw new Refusal('payment.not_verified');
  }
  return answerFor(context, granted.order);
}

/** The order that the proof is about. Everything that does not fit gets the one refusal, and the signature is checked whatever else is wrong. */
async function findProven({ parts }: PublicContext, payments: PaymentProvider, proof: PaymentProof): Promise<Order> {
  const order = await asPlatform(parts, (tx) => findOrder(tx, proof.razorpay_order_id));
  const isSigned = payments.provesPayment({
    orderId: order?.provider_order_id ?? 'unknown',
    paymentId: proof.razorpay_payment_id,
    signature: proof.razorpay_signature,
  });
  const isOurs = order?.email_key === emailKey(proof.email) && order.plan_id === proof.plan.trim().toLowerCase();
  const isOpen = order?.payment_id === null || order?.payment_id === proof.razorpay_payment_id;
  if (!order || !isSigned || !isOurs || !isOpen) throw new Refusal('payment.not_verified');
  return order;
}

async function askProvider({ log }: PublicContext, payments: PaymentProvider, id: string): Promise<ProviderPayment | undefined> {
  try {
    return await payments.findPayment(id);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    log.error({ err: error }, 'the payment provider could not be asked; its webhook or our next asking will tell');
    throw new Refusal('payment.unconfirmed');
  }
}
