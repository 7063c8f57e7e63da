import type { PaymentProvider } from '../../../adapters/payments/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { grantPayment } from './apply-payment.ts';
import { askAfterMs, expiresAfterMs } from './policy.ts';
import { expireOrder, findOpenOrders, markAsked, type Order } from './queries.ts';

const atOnce = 100;

/**
 * Asks the provider about orders that are open for more than ten minutes: a payer whose browser never came back and whose webhook was
 * lost gets what they paid for all the same (reliability.md 5.5). An order is asked for less often as it grows old; after a day it is asked
 * for a last time and expires. Does
 * nothing without a provider, and stops at the first call that fails: the rest is asked in five minutes. Answers how many were granted.
 */
export async function reconcilePayments(dependencies: Pick<Dependencies, 'database' | 'settings' | 'clock' | 'payments'>): Promise<number> {
  const { payments } = dependencies;
  if (!payments) return 0;
  const now = dependencies.clock();
  const before = new Date(now.getTime() - askAfterMs);
  const expiring = new Date(now.getTime() - expiresAfterMs);
  const orders = await asPlatform(dependencies, (tx) => findOpenOrders(tx, { before, expiring, now, most: atOnce }));
  let granted = 0;
  for (const order of orders) {
    const isGranted = await reconcile(dependencies, payments, order, now).catch(async (error: unknown) => {
      // Behind the others next time: one that never works must not stand before them for ever.
      await asPlatform(dependencies, (tx) => markAsked(tx, order.id, now));
      throw error;
    });
    if (isGranted) granted += 1;
  }
  return granted;
}

async function reconcile(
  dependencies: Pick<Dependencies, 'database' | 'settings'>,
  payments: PaymentProvider,
  order: Order,
  now: Date,
): Promise<boolean> {
  const tries = await payments.paymentsOf(order.provider_order_id);
  let isGranted = false;
  // Each of them: an order may have been paid twice, and what is too much must not stay unseen.
  for (const captured of tries.filter(({ status }) => status === 'captured')) {
    const granted = await grantPayment(
      dependencies,
      { ...captured, orderId: order.provider_order_id },
      { now, requestId: 'reconciliation' },
    );
    if ('order' in granted) isGranted = true;
  }
  if (isGranted) return true;
  const isOver = now.getTime() - order.created_at.getTime() >= expiresAfterMs;
  await asPlatform(dependencies, (tx) => (isOver ? expireOrder(tx, order.id) : markAsked(tx, order.id, now)));
  return false;
}
