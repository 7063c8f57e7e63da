import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { auditPerson } from '../../audit/index.ts';
import { giveFor, type News } from './fulfil-order.ts';
import { mailNotice } from './email-templates.ts';
import type { UnplacedReason } from './policy.ts';
import { lockOrder, markPaid, type Order } from './queries.ts';
import { noteUnplaced } from './record-unplaced.ts';

/** The order as it stands now; or why the captured payment fits no open order, with the order that it names if that is ours. */
export type Granted =
  | { readonly order: Order }
  | { readonly unplaced: UnplacedReason; readonly of: Order | undefined }
  | { readonly refused: 'not_captured' };

/**
 * Gives what a captured payment was made for, exactly once, whoever brings the news and however often: the payer's browser, the
 * provider's webhook and our own asking all end here (decisions, "Third parties"; reliability.md I12). The order is locked, so that of two at
 * once the second finds it granted. A payment that can give nothing is kept as `paid` with its reason, for a super admin, and one that
 * fits no open order is recorded beside the orders (unplaced.ts).
 */
export async function grantPayment(
  dependencies: Pick<Dependencies, 'database' | 'settings'>,
  payment: ProviderPayment,
  news: News,
): Promise<Granted> {
  if (payment.status !== 'captured') return { refused: 'not_captured' };
  return asPlatform(dependencies, async (tx) => {
    const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
    if (order && order.payment_id === payment.id) return { order };
    if (!order || !fits(payment, order)) {
      const reason = whyUnplaced(order);
      await noteUnplaced(tx, dependencies, { payment, order, reason }, news);
      return { unplaced: reason, of: order };
    }
    const outcome = await giveFor(tx, order, news);
    const paid = await markPaid(tx, order.id, {
      payment_id: payment.id,
      paid_at: news.now,
      ...('reason' in outcome
        ? { state: 'paid', tenant_id: order.tenant_id, reason: outcome.reason }
        : { state: 'granted', tenant_id: outcome.tenantId, reason: null, ...claimedBy(outcome.ownedBy, news) }),
    });
    await note(tx, paid, news);
    if (paid.state === 'paid') await mailNotice(tx, dependencies, paid, news);
    return { order: paid };
  });
}

function fits(payment: ProviderPayment, order: Order): boolean {
  return order.payment_id === null && payment.amount === order.amount_paise && payment.currency === 'INR';
}

function whyUnplaced(order: Order | undefined): UnplacedReason {
  if (!order) return 'unknown_order';
  return order.payment_id === null ? 'other_amount' : 'second_payment';
}

/** Nobody comes for it later: an order that waited would let its payer in again, once they are out of the business. */
function claimedBy(owner: string | undefined, { now }: News) {
  return owner !== undefined && { claimed_by: owner, claimed_at: now };
}

async function note(tx: Tx, order: Order, news: News): Promise<void> {
  const detail = { kind: order.kind, plan: order.plan_id, amount: order.amount_paise, ...(order.reason && { reason: order.reason }) };
  const action = order.state === 'granted' ? 'payment.granted' : 'payment.unclaimed';
  await auditPerson(tx, news, { userId: order.ordered_by, tenantId: order.tenant_id }, action, order.id, detail);
}
