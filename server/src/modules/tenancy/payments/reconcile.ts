import { asPlatform, platform } from '../../../db/tenant.ts';
import { countChanged, run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { PaymentProvider } from '../../../adapters/payments/port.ts';
import { askAfterMs, eventDays, expiresAfterMs } from './policy.ts';
import { processEvents } from './process-events.ts';
import { deleteEventsBefore, expireOrder, type Order, readOpenOrders, updateOrder } from './queries.ts';
import { applyPayment } from './apply-payment.ts';

/** The most orders of one run. */
const perRun = 100;

/** Job: processes events that an ended process left, deletes old ones, reconciles open orders. */
export async function runPaymentJob(
  dependencies: Dependencies,
): Promise<{ processed: number; granted: number; forgotten: number }> {
  const processed = await processEvents(dependencies);
  const before = new Date(dependencies.clock().getTime() - eventDays * 86_400_000);
  const forgotten = await asPlatform(dependencies, (tx) =>
    countChanged(tx, platform, deleteEventsBefore({ before })),
  );
  const granted = await reconcilePayments(dependencies);
  return { processed, granted, forgotten };
}

/**
 * Asks the provider about open orders, so that a payment counts even if the browser did not return
 * and the webhook was lost; older orders less often, and after a day for the last time. Stops at
 * the first call that fails; the next run, in five minutes, asks about the rest. Returns the number
 * of fulfilled orders.
 */
async function reconcilePayments(
  dependencies: Pick<Dependencies, 'database' | 'settings' | 'clock' | 'payments'>,
): Promise<number> {
  const { payments } = dependencies;
  if (!payments) return 0;
  const now = dependencies.clock();
  const before = new Date(now.getTime() - askAfterMs);
  const expiring = new Date(now.getTime() - expiresAfterMs);
  const orders = await asPlatform(dependencies, (tx) =>
    run(tx, platform, readOpenOrders({ before, expiring, now, most: perRun })),
  );
  let granted = 0;
  for (const order of orders) {
    const isGranted = await reconcile(dependencies, payments, order, now).catch(async (error: unknown) => {
      // An order that always fails must not block the others.
      await asPlatform(dependencies, (tx) => run(tx, platform, updateOrder(order.id, { asked_at: now })));
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
  const attempts = await payments.getPayments(order.provider_order_id);
  let isGranted = false;
  // An order may have been paid twice, and the second payment must be recorded.
  for (const captured of attempts.filter(({ status }) => status === 'captured')) {
    const applied = await applyPayment(
      dependencies,
      { ...captured, orderId: order.provider_order_id },
      { now, requestId: 'reconciliation' },
    );
    if ('order' in applied) isGranted = true;
  }
  if (isGranted) return true;
  const isOver = now.getTime() - order.created_at.getTime() >= expiresAfterMs;
  await asPlatform(dependencies, (tx) =>
    run(tx, platform, isOver ? expireOrder(order.id) : updateOrder(order.id, { asked_at: now })),
  );
  return false;
}
