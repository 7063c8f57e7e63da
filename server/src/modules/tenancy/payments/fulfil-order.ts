import { cycleOf } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import type { AuditContext } from '../../audit/index.ts';
import { mailSetPasswordLink } from '../../identity/index.ts';
import { createTenant } from '../businesses/create-tenant.ts';
import { markPaidUntil } from '../subscriptions/plan-queries.ts';
import { payForMonth } from '../subscriptions/change-plan.ts';
import { ownsBusiness, type UnclaimedReason } from './policy.ts';
import { findHolder, findUnclaimed, lockAddress, type Order, tenantIsOpen } from './queries.ts';

/**
 * The business that got the plan, with its owner if it has one already; or why no business got it.
 */
export type Outcome =
  | { readonly tenantId: string; readonly ownedBy?: string }
  | { readonly reason: UnclaimedReason };

/**
 * Gives the plan of an order to its business, in the transaction that marks the order as paid
 * (docs/decisions/0010-paid-months.md).
 */
export async function fulfilOrder(tx: Tx, order: Order, context: AuditContext): Promise<Outcome> {
  return order.kind === 'signup' ? fulfilSignUp(tx, order, context) : fulfilUpgrade(tx, order, context);
}

/** Creates a business for an address without one. An owner's own business gets the plan instead. */
async function fulfilSignUp(tx: Tx, order: Order, context: AuditContext): Promise<Outcome> {
  await lockAddress(tx, order.email_key);
  const holder = await findHolder(tx, order.email_key);
  if (holder?.is_admin) return { reason: 'platform_admin' };
  if (holder?.is_deleted) return { reason: 'account_deleted' };
  if (holder?.tenant_id) {
    if (!ownsBusiness(holder.role)) return { reason: 'member_elsewhere' };
    const outcome = await payFor(tx, holder.tenant_id, order, context);
    return 'reason' in outcome ? outcome : { ...outcome, ownedBy: holder.user_id };
  }
  const [waiting] = await findUnclaimed(tx, order.email_key);
  const outcome = waiting?.tenant_id
    ? await payFor(tx, waiting.tenant_id, order, context)
    : await openPaidTenant(tx, order, context);
  if ('tenantId' in outcome)
    await mailSetPasswordLink(tx, context, { purpose: 'signup', email: order.email, orderId: order.id });
  return outcome;
}

async function openPaidTenant(tx: Tx, order: Order, { now }: AuditContext): Promise<Outcome> {
  const today = indiaDate(now);
  const name = order.business_name ?? order.email;
  const tenantId = await createTenant(tx, {
    name,
    email: order.email,
    status: 'active',
    planId: order.plan_id,
    now,
  });
  await markPaidUntil(tx, tenantId, cycleOf(today, today).end);
  return { tenantId };
}

async function fulfilUpgrade(tx: Tx, order: Order, context: AuditContext): Promise<Outcome> {
  return order.tenant_id === null
    ? { reason: 'tenant_deleted' }
    : payFor(tx, order.tenant_id, order, context);
}

async function payFor(tx: Tx, tenantId: string, order: Order, { now }: AuditContext): Promise<Outcome> {
  if (!(await tenantIsOpen(tx, tenantId))) return { reason: 'tenant_deleted' };
  const paidUntil = await payForMonth(tx, { tenantId, planId: order.plan_id, today: indiaDate(now), now });
  return paidUntil === undefined ? { reason: 'plan_not_larger' } : { tenantId };
}
