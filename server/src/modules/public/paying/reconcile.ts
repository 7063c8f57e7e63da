import type { PaymentProvider } from '../../../adapters/payments/port.ts';
import { ProviderAway, ProviderRefused } from '../../../adapters/payments/port.ts';
import { systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { findAccount } from '../../online-payments/index.ts';
import { applyOnlinePayment } from './apply.ts';
import { type DueOrder, findOrder, listDueOrders, lockOrder, settleOrder, takeCheck } from './queries.ts';
import { checkMinutes, nextCheck } from './rules.ts';

/** The most orders of a run. */
const perRun = 100;

/**
 * Asks the providers about open orders that were perhaps paid without a word: the visitor never came back, and
 * no webhook arrived. Ends those that nobody has paid until a day after their hold. Returns how many were asked
 * about. An order whose provider is away does not keep the others.
 */
export async function reconcileOnlineOrders(dependencies: Dependencies): Promise<number> {
  const { due } = await readInOneMessageAsPlatform(dependencies, {
    due: listDueOrders({ now: dependencies.clock(), most: perRun }),
  });
  let asked = 0;
  for (const order of due)
    try {
      if (await reconcile(dependencies, order)) asked += 1;
    } catch (error) {
      if (!(error instanceof ProviderAway) && !(error instanceof ProviderRefused)) throw error;
      const { message: reason } = error;
      dependencies.log?.info({ reason, order: order.id }, 'a provider could not be asked about an order');
    }
  return asked;
}

/** Asks about one order; returns false where another server does. */
async function reconcile(
  dependencies: Dependencies,
  { tenant_id: tenantId, id }: DueOrder,
): Promise<boolean> {
  const context = systemContext(dependencies, { job: 'ask about online orders', tenantId });
  const { now } = context;
  const [order] = (await readInOneMessage(context, { found: findOrder({ id }) })).found;
  if (order?.state !== 'open' || order.next_check_at > now) return false;
  const checks = order.checks + 1;
  const next = nextCheck(order.asked_at, checks, now);
  const taken = await inTenant({ ...context, isShown: false }, (tx) =>
    run(tx, context, takeCheck({ id, checks: order.checks, next })),
  );
  if (taken.length === 0) return false;
  const account = order.provider_order_id === null ? undefined : await findAccount(dependencies, context);
  if (account && order.provider_order_id !== null)
    await applyAll(dependencies, account.provider, { tenantId, providerOrderId: order.provider_order_id });
  if (checks >= checkMinutes.length)
    await inTenant({ ...context, isShown: false }, async (tx) => {
      const [still] = await run(tx, context, lockOrder({ id }));
      if (still?.state === 'open')
        atCommit(tx, context, settleOrder({ id, state: 'ended', appointmentId: null }));
    });
  return true;
}

/** Applies all payments of an order: it may have been paid twice. */
async function applyAll(
  dependencies: Dependencies,
  provider: PaymentProvider,
  { tenantId, providerOrderId }: { readonly tenantId: string; readonly providerOrderId: string },
): Promise<void> {
  for (const payment of await provider.getPayments(providerOrderId))
    await applyOnlinePayment(
      dependencies,
      { tenantId, requestId: 'reconciliation' },
      { ...payment, orderId: providerOrderId },
    );
}
