import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { mailUnclaimed } from './email-templates.ts';
import type { UnplacedReason } from './policy.ts';
import { lockOrder, markPaid, type Order } from './queries.ts';
import { recordUnplaced } from './record-unplaced.ts';

/**
 * The order after the payment; or why the captured payment matches no open order, with the order
 * that it names if we have it.
 */
export type AppliedPayment =
  | { readonly order: Order }
  | { readonly unplaced: UnplacedReason; readonly of: Order | undefined }
  | { readonly refused: 'not_captured' };

/**
 * Applies a captured payment to its order and fulfils the order, exactly once. The payer's browser,
 * the provider's webhook and the reconciliation job all call it, possibly more than once
 * (decisions, "Third parties"; reliability.md I12). The order is locked, so that the second of two
 * concurrent calls finds it fulfilled: its state is `granted`. An order that cannot be fulfilled is
 * stored as `paid` with the reason, for a super admin; a payment that matches no open order is
 * recorded by record-unplaced.ts.
 */
export async function applyPayment(
  dependencies: Pick<Dependencies, 'database' | 'settings'>,
  payment: ProviderPayment,
  context: AuditContext,
): Promise<AppliedPayment> {
  if (payment.status !== 'captured') return { refused: 'not_captured' };
  return asPlatform(dependencies, async (tx) => {
    const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
    if (order && order.payment_id === payment.id) return { order };
    if (!order || !fits(payment, order)) {
      const reason = whyUnplaced(order);
      await recordUnplaced(tx, dependencies, { payment, order, reason }, context);
      return { unplaced: reason, of: order };
    }
    const outcome = await fulfilOrder(tx, order, context);
    const paid = await markPaid(tx, order.id, {
      payment_id: payment.id,
      paid_at: context.now,
      ...('reason' in outcome
        ? { state: 'paid', tenant_id: order.tenant_id, reason: outcome.reason }
        : {
            state: 'granted',
            tenant_id: outcome.tenantId,
            reason: null,
            ...claimedBy(outcome.ownedBy, context),
          }),
    });
    await auditPayment(tx, paid, context);
    if (paid.state === 'paid') await mailUnclaimed(tx, dependencies, paid, context);
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

/**
 * Marks the order of an existing owner as claimed: an unclaimed one would admit its payer again
 * after they leave the business.
 */
function claimedBy(owner: string | undefined, { now }: AuditContext) {
  return owner !== undefined && { claimed_by: owner, claimed_at: now };
}

async function auditPayment(tx: Tx, order: Order, context: AuditContext): Promise<void> {
  const detail = {
    kind: order.kind,
    plan: order.plan_id,
    amount: order.amount_paise,
    ...(order.reason && { reason: order.reason }),
  };
  const action = order.state === 'granted' ? 'payment.granted' : 'payment.unclaimed';
  await auditPerson(
    tx,
    context,
    { userId: order.ordered_by, tenantId: order.tenant_id },
    action,
    order.id,
    detail,
  );
}
