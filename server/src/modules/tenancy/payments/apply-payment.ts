import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { mailUnclaimed, mailUnplaced } from './email-templates.ts';
import type { UnplacedReason } from './policy.ts';
import { insertUnplaced, lockOrder, markPaid, type Order } from './queries.ts';

/** The order after the payment; or the reason why the payment matches no open order. */
export type AppliedPayment =
  | { readonly order: Order }
  | { readonly unplaced: UnplacedReason }
  | { readonly refused: 'not_captured' };

/**
 * Applies a captured payment to its order and fulfils the order, once. The payer's browser, the
 * provider's webhook and the reconciliation job all call it (I-12). The order is locked: the second
 * of two calls finds it `granted`. One that cannot be fulfilled is stored as `paid` with the
 * reason, for a super admin.
 */
export async function applyPayment(
  dependencies: Pick<Dependencies, 'database' | 'settings'>,
  payment: ProviderPayment,
  context: AuditContext,
): Promise<AppliedPayment> {
  if (payment.status !== 'captured') return { refused: 'not_captured' };
  return asPlatform(dependencies, async (tx) => {
    const value = payment.orderId;
    const [order] =
      value === null ? [] : await run(tx, platform, lockOrder({ value }, { by: 'provider_order_id' }));
    if (order && order.payment_id === payment.id) return { order };
    const unplaced = whyUnplaced(payment, order);
    if (!order || unplaced) {
      const reason = unplaced ?? 'unknown_order';
      await recordUnplaced(tx, dependencies, { payment, order, reason }, context);
      return { unplaced: reason };
    }
    const outcome = await fulfilOrder(tx, order, context);
    const isGranted = 'tenantId' in outcome;
    // Claims it: otherwise it would admit its payer again after they leave the business.
    const owner = isGranted ? (outcome.ownedBy ?? null) : null;
    const marking = markPaid({
      id: order.id,
      payment_id: payment.id,
      paid_at: context.now,
      state: isGranted ? 'granted' : 'paid',
      tenant_id: isGranted ? outcome.tenantId : order.tenant_id,
      reason: isGranted ? null : outcome.reason,
      claimed_by: owner,
      claimed_at: owner === null ? null : context.now,
    });
    const paid = onlyRow(await run(tx, platform, marking));
    await auditPayment(tx, paid, context);
    if (paid.state === 'paid') await mailUnclaimed(tx, dependencies, paid, context);
    return { order: paid };
  });
}

function whyUnplaced(payment: ProviderPayment, order: Order | undefined): UnplacedReason | undefined {
  if (!order) return 'unknown_order';
  if (order.payment_id !== null) return 'second_payment';
  return payment.amount === order.amount_paise && payment.currency === 'INR' ? undefined : 'other_amount';
}

async function auditPayment(tx: Tx, order: Order, context: AuditContext): Promise<void> {
  const { kind, reason } = order;
  const action = order.state === 'granted' ? 'payment.granted' : 'payment.unclaimed';
  const detail = { kind, plan: order.plan_id, amount: order.amount_paise, ...(reason && { reason }) };
  const person = { userId: order.ordered_by, tenantId: order.tenant_id };
  await auditPerson(tx, context, person, action, order.id, detail);
}

/**
 * Records a payment that matches no open order, for a super admin, and tells its payer, once
 * (docs/decisions/0026-payments-without-a-plan.md).
 */
async function recordUnplaced(
  tx: Tx,
  dependencies: Pick<Dependencies, 'settings'>,
  { payment, order, reason }: { payment: ProviderPayment; order: Order | undefined; reason: UnplacedReason },
  context: AuditContext,
): Promise<void> {
  const { amount, currency } = payment;
  const inserting = insertUnplaced({
    payment_id: payment.id,
    provider_order_id: payment.orderId,
    order_id: order?.id ?? null,
    email: order ? null : payment.email,
    amount_paise: amount,
    currency,
    reason,
    noted_at: context.now,
  });
  if ((await run(tx, platform, inserting)).length === 0) return;
  const person = { userId: order?.ordered_by ?? null, tenantId: order?.tenant_id ?? null };
  const detail = { reason, amount, currency, ...(order && { plan: order.plan_id }) };
  await auditPerson(tx, context, person, 'payment.unplaced', payment.id, detail);
  const to = order?.email ?? payment.email;
  if (to !== null) await mailUnplaced(tx, dependencies, { to, payment, reason }, context);
}
