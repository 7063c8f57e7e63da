import {
  type PaymentProvider,
  ProviderAway,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefused,
} from '../../../adapters/payments/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { applyReportedRefund } from '../../bookings/index.ts';
import { askAboutRefusedKeys, withAccountOfKey } from '../../online-payments/index.ts';
import { applyOnlinePayment } from './apply.ts';
import {
  type DueOrder,
  findOrder,
  listDueOrders,
  lockOrder,
  type OrderRow,
  planCheck,
  settleOrder,
  takeCheck,
} from '../orders/queries.ts';
import { isOver, nextCheck, retryCheck } from './rules.ts';

/** The most orders of a run, and of those that are asked about together. */
const perRun = 100;
const together = 8;

/**
 * Asks the providers about orders that were perhaps paid without a word: the visitor never came back, and no
 * webhook arrived; and after that whether each payment was captured or went back. Ends those that nobody has paid
 * until a day after their hold. Returns how many were asked about. An order that cannot be asked about does
 * not keep the others, and is asked about again soon. Keys that were refused within an hour are asked about too.
 */
export async function reconcileOnlineOrders(
  dependencies: Dependencies,
  signal?: AbortSignal,
): Promise<number> {
  const { due } = await readInOneMessageAsPlatform(dependencies, {
    due: listDueOrders({ now: dependencies.clock(), most: perRun }),
  });
  const waiting = [...due];
  let asked = 0;
  const work = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      if (signal?.aborted) return;
      if (await reconcile(dependencies, order)) asked += 1;
    }
  };
  const doubting = askAboutRefusedKeys(dependencies).catch((error: unknown) =>
    dependencies.log?.error({ err: error }, 'refused keys could not be asked about; they are soon'),
  );
  await Promise.all([doubting, ...Array.from({ length: together }, work)]);
  return asked;
}

/** Asks about one order; returns false where another server does, or it failed. */
async function reconcile(
  dependencies: Dependencies,
  { tenant_id: tenantId, id }: DueOrder,
): Promise<boolean> {
  const context = systemContext(dependencies, { job: 'ask about online orders', tenantId });
  const { now } = context;
  try {
    const [order] = (await readInOneMessage(context, { found: findOrder({ id }) })).found;
    if (!order || order.is_settled || order.next_check_at > now) return false;
    // A server that ends meanwhile leaves the order to the next try.
    const next = retryCheck(order.asked_at, now);
    const taken = await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, takeCheck({ id, checks: order.checks, next })),
    );
    if (taken.length === 0) return false;
    const answer = await ask(dependencies, context, order);
    if (answer !== 'away' || isOver(order.asked_at, now)) await plan(context, id, answer === 'settled');
    return true;
  } catch (error) {
    dependencies.log?.error({ err: error, order: id }, 'an order could not be asked about; it is soon');
    await endOverdue(context, id).catch((reason: unknown) =>
      dependencies.log?.error({ err: reason, order: id }, 'an order could not be ended; it is later'),
    );
    return false;
  }
}

/** Plans an order that cannot be asked about where it is over: it ends, and is not asked about for ever. */
async function endOverdue(context: BusinessContext, id: string): Promise<void> {
  const [order] = (await readInOneMessage(context, { found: findOrder({ id }) })).found;
  if (order && isOver(order.asked_at, context.now)) await plan(context, id, false);
}

/** Ends an order that is over, and notes when it is asked about next. */
async function plan(context: BusinessContext, id: string, isSettled: boolean): Promise<void> {
  const { now } = context;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const [order] = await run(tx, context, lockOrder({ id }));
    if (!order) return;
    const isOpen = order.state === 'open' && !isOver(order.asked_at, now);
    if (order.state === 'open' && !isOpen)
      atCommit(tx, context, settleOrder({ id, state: 'ended', appointmentId: null }));
    const next = nextCheck(order.asked_at, now, { isOpen, isSettled });
    atCommit(tx, context, planCheck({ id, at: next ?? now, isSettled: next === null }));
  });
}

type Answer = 'settled' | 'unsettled' | 'away';

/** Applies all payments of an order: it may have been paid twice, and by its order of the keys before. */
async function ask(dependencies: Dependencies, context: BusinessContext, order: OrderRow): Promise<Answer> {
  const made = [
    { orderId: order.provider_order_id, keyId: order.key_id },
    { orderId: order.earlier_order_id, keyId: order.earlier_key_id },
  ];
  let answer: Answer = 'settled';
  for (const { orderId, keyId } of made) {
    if (orderId === null) continue;
    try {
      const isSettled = await applyAll(dependencies, context, { orderId, keyId });
      if (!isSettled) answer = 'unsettled';
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      const { message: reason } = error;
      dependencies.log?.info({ reason, order: order.id }, 'a provider could not be asked about an order');
      if (!(error instanceof ProviderRefused)) return 'away';
      answer = 'unsettled';
    }
  }
  return answer;
}

/**
 * Applies the payments that a provider has of its order, and then what it has given back of them, which the business may
 * have done there: a payment counts also where its refunds cannot be asked about. Returns whether each is captured, given
 * back or failed.
 */
async function applyAll(
  dependencies: Dependencies,
  context: BusinessContext,
  { orderId, keyId }: { readonly orderId: string; readonly keyId: string | null },
): Promise<boolean> {
  const asking = async <T>(work: (provider: PaymentProvider) => Promise<readonly T[]>) =>
    (await withAccountOfKey(dependencies, context, keyId, async ({ provider }) => work(provider))) ?? [];
  const payments = await asking((provider) => provider.getPayments(orderId));
  const { tenantId } = context;
  for (const payment of payments)
    await applyOnlinePayment(
      dependencies,
      { tenantId, requestId: 'reconciliation' },
      { ...payment, orderId },
    );
  const touched = payments.filter(({ refunded }) => refunded > 0);
  if (touched.length > 0)
    for (const refund of await asking((provider) => askForRefunds(provider, touched)))
      await applyReportedRefund(context, refund);
  return payments.every(({ status }) => status !== 'authorized' && status !== 'created');
}

/** Asks for what went back of payments. @throws ProviderAway */
async function askForRefunds(provider: PaymentProvider, payments: readonly ProviderPayment[]) {
  const given: ProviderRefund[] = [];
  for (const { id } of payments) given.push(...(await provider.getRefunds(id)));
  return given;
}
