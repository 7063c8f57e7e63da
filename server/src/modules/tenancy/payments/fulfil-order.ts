import { isOwner } from '@samay/contract/core/roles';
import { indiaDate } from '@samay/contract/core/time';
import { platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { findByAddress, mailSetPasswordLink } from '../../identity/index.ts';
import { createTenant } from '../businesses/create-tenant.ts';
import { endUnpaidSuspension, findTenant } from '../businesses/queries.ts';
import { payForMonth } from '../subscriptions/change-plan.ts';
import type { UnclaimedReason } from './policy.ts';
import { lockAddress, type Order, readUnclaimed } from './queries.ts';

/** The business that got the plan, with its owner if it has one; or the reason why none got it. */
type Outcome =
  | { readonly tenantId: string; readonly ownedBy?: string }
  | { readonly reason: UnclaimedReason };

/**
 * Gives the plan of an order to its business, as the order is marked as paid
 * (docs/decisions/0010-paid-months.md).
 */
export async function fulfilOrder(tx: Tx, order: Order, context: AuditContext): Promise<Outcome> {
  return order.kind === 'signup'
    ? fulfilSignUp(tx, order, context)
    : payFor(tx, order.tenant_id, order, context);
}

/**
 * Creates a business for an address without one. An owner's existing business gets the plan
 * instead.
 */
async function fulfilSignUp(tx: Tx, order: Order, context: AuditContext): Promise<Outcome> {
  await run(tx, platform, lockAddress(order.email_key));
  const holder = await findByAddress(tx, order.email_key);
  if (holder?.is_admin) return { reason: 'platform_admin' };
  if (holder && holder.deleted_at !== null) return { reason: 'account_deleted' };
  if (holder?.tenant_id) {
    if (!isOwner(holder.role)) return { reason: 'member_elsewhere' };
    const outcome = await payFor(tx, holder.tenant_id, order, context);
    return 'reason' in outcome ? outcome : { ...outcome, ownedBy: holder.id };
  }
  const [waiting] = await run(tx, platform, readUnclaimed({ emailKey: order.email_key }));
  const outcome = waiting?.tenant_id
    ? await payFor(tx, waiting.tenant_id, order, context)
    : { tenantId: await openPaidTenant(tx, order, context) };
  if ('tenantId' in outcome)
    await mailSetPasswordLink(tx, context, { purpose: 'signup', email: order.email, orderId: order.id });
  return outcome;
}

async function openPaidTenant(tx: Tx, order: Order, { now }: AuditContext): Promise<string> {
  const { email, plan_id: planId } = order;
  const name = order.business_name ?? email;
  return createTenant(tx, { name, email, status: 'active', planId, isPaid: true, now });
}

async function payFor(
  tx: Tx,
  tenantId: string | null,
  order: Order,
  context: AuditContext,
): Promise<Outcome> {
  const { now } = context;
  if (tenantId === null || !(await findTenant(tx, tenantId))) return { reason: 'tenant_deleted' };
  const paidUntil = await payForMonth(tx, { tenantId, planId: order.plan_id, today: indiaDate(now), now });
  if (paidUntil === undefined) return { reason: 'plan_not_larger' };
  if (await endUnpaidSuspension(tx, tenantId)) {
    const detail = { was: 'suspended', becomes: 'active', reason: 'Paid' };
    await auditPerson(
      tx,
      context,
      { userId: order.ordered_by, tenantId },
      'tenant.status_changed',
      tenantId,
      detail,
    );
  }
  return { tenantId };
}
