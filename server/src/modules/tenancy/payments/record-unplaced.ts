import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { auditPerson } from '../../audit/index.ts';
import type { News } from './fulfil-order.ts';
import { mailUnplaced } from './email-templates.ts';
import type { UnplacedReason } from './policy.ts';
import { insertUnplaced, type Order } from './queries.ts';

/**
 * Records a captured payment that fits no open order, for a super admin, and tells its payer (docs/decisions/0026-payments-without-a-plan.md).
 * Once a payment, however often its news comes.
 */
export async function noteUnplaced(
  tx: Tx,
  dependencies: Pick<Dependencies, 'settings'>,
  { payment, order, reason }: { payment: ProviderPayment; order: Order | undefined; reason: UnplacedReason },
  news: News,
): Promise<void> {
  const isNew = await insertUnplaced(tx, {
    payment_id: payment.id,
    provider_order_id: payment.orderId,
    order_id: order?.id ?? null,
    email: order ? null : payment.email,
    amount_paise: payment.amount,
    currency: payment.currency,
    reason,
    noted_at: news.now,
  });
  if (!isNew) return;
  const detail = { reason, amount: payment.amount, currency: payment.currency, ...(order && { plan: order.plan_id }) };
  await auditPerson(
    tx,
    news,
    { userId: order?.ordered_by ?? null, tenantId: order?.tenant_id ?? null },
    'payment.unplaced',
    payment.id,
    detail,
  );
  const to = order?.email ?? payment.email;
  if (to !== null) await mailUnplaced(tx, dependencies, { to, payment, reason }, news);
}
