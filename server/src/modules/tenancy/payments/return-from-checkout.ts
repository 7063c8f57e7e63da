import type { PublicContext } from '../../../context/request-context.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { readOrder } from './queries.ts';

/**
 * Receives the result that the hosted checkout posts: a form of another site, without our cookies;
 * only the provider's signature is checked. Redirects to /payment-callback, whose page calls
 * verify-payment.
 */
export async function returnFromCheckout(context: PublicContext): Promise<unknown> {
  const { body } = context.request;
  const fields = new URLSearchParams(typeof body === 'string' ? body : '');
  return context.reply.redirect(`/payment-callback?${await queryFor(context, fields)}`, 303);
}

async function queryFor({ dependencies }: PublicContext, fields: URLSearchParams): Promise<URLSearchParams> {
  const paymentId = fields.get('razorpay_payment_id') ?? '';
  const orderId = fields.get('razorpay_order_id') ?? '';
  const signature = fields.get('razorpay_signature') ?? '';
  if (!paymentId) return new URLSearchParams({ error: 'payment_failed' });
  const [order] = await asPlatform(dependencies, (tx) =>
    run(tx, platform, readOrder({ providerOrderId: orderId })),
  );
  if (!order || !dependencies.payments?.provesPayment({ orderId, paymentId, signature }))
    return new URLSearchParams({ error: 'not_verified' });
  return new URLSearchParams({
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: signature,
    'notes[plan]': order.plan_id,
  });
}
