import type { ProviderPayment } from '../../adapters/payments/port.ts';
import { asPlatform, type Tx } from '../../db/tenant.ts';
import type { Parts } from '../../parts.ts';
import { auditPerson } from '../audit/index.ts';
import { giveFor, type News } from './give.ts';
import { mailNotice } from './notices.ts';
import { lockOrder, markPaid, type Order } from './queries.ts';

/** The order as it stands now; or why the payment is none that counts for it. */
export type Granted =
  | { readonly order: Order }
  | { readonly refused: 'unknown_order' | 'not_captured' | 'other_amount' | 'second_payment' };

/**
 * Gives what a captured payment was made for, exactly once, whoever brings the news and however often: the payer's browser, the
 * provider's webhook and our own asking all end here (decisions, "Third parties"; reliability.md I12). The order is locked, so that of two at
 * once the second finds it granted. A payment that can give nothing is kept as `paid` with its reason, for a super admin.
 */
export async function grantPayment(parts: Pick<Parts, 'database' | 'settings'>, payment: ProviderPayment, news: News): Promise<Granted> {
  return asPlatform(parts, async (tx) => {
    const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
    if (!order) return { refused: 'unknown_order' };
    if (payment.status !== 'captured') return { refused: 'not_captured' };
    if (payment.amount !== order.amount_paise || payment.currency !== 'INR') return { refused: 'other_amount' };
    if (order.payment_id !== null) return order.payment_id === payment.id ? { order } : { refused: 'second_payment' };
    const outcome = await giveFor(tx, order, news);
    const paid = await markPaid(tx, order.id, {
      payment_id: payment.id,
      paid_at: news.now,
      ...('reason' in outcome
        ? { state: 'paid', tenant_id: order.tenant_id, reason: outcome.reason }
        : { state: 'granted', tenant_id: outcome.tenantId, reason: null, ...claimedBy(outcome.ownedBy, news) }),
    });
    await note(tx, paid, news);
    if (paid.state === 'paid') await mailNotice(tx, parts, paid, news);
    return { order: paid };
  });
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
