import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { mailUnplaced } from './email-templates.ts';
import type { UnplacedReason } from './policy.ts';
import { insertUnplaced, type Order } from './queries.ts';

/**
 * Records a captured payment that matches no open order, for a super admin, and informs its payer
 * by email (docs/decisions/0026-payments-without-a-plan.md). Once per payment, however often it is
 * reported.
 */
export async function recordUnplaced(
  tx: Tx,
  dependencies: Pick<Dependencies, 'settings'>,
  { payment, order, reason }: { payment: ProviderPayment; order: Order | undefined; reason: UnplacedReason },
  context: AuditContext,
): Promise<void> {
  const isNew = await insertUnplaced(tx, {
    payment_id: payment.id,
    provider_order_id: payment.orderId,
    order_id: order?.id ?? null,
    email: order ? null : payment.email,
    amount_paise: payment.amount,
    currency: payment.currency,
    reason,
    noted_at: context.now,
  });
  if (!isNew) return;
  const detail = {
    reason,
    amount: payment.amount,
    currency: payment.currency,
    ...(order && { plan: order.plan_id }),
  };
  await auditPerson(
    tx,
    context,
    { userId: order?.ordered_by ?? null, tenantId: order?.tenant_id ?? null },
    'payment.unplaced',
    payment.id,
    detail,
  );
  const to = order?.email ?? payment.email;
  if (to !== null) await mailUnplaced(tx, dependencies, { to, payment, reason }, context);
}
