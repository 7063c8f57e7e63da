import { indiaDate } from '@samay/contract/core/time';
import { isOwner } from '@samay/contract/core/roles';
import { platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { findByAddress } from '../../identity/index.ts';
import { addMember, findTenant } from '../businesses/queries.ts';
import { payForMonth } from '../subscriptions/change-plan.ts';
import type { UnclaimedReason } from './policy.ts';
import { lockOrder, type Order, readUnclaimed, softDeleteTenant, updateOrder } from './queries.ts';

/**
 * Makes the person with the proven address Business Admin of the business that a payment created,
 * once. An owner keeps their business: it gets the plan, and the empty one is hidden. A member of
 * another business stays there. A super admin belongs to none: the order keeps the reason. Returns
 * the person's business now. @throws `link.spent` if the order created no business, or if that one
 * is deleted and the person has no other.
 */
export async function claimPaidOrder(
  tx: Tx,
  context: AuditContext,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<string | null> {
  const [locked] = await run(tx, platform, lockOrder({ value: orderId }, { by: 'id' }));
  const order = orNotFound(locked, 'link.spent');
  const paidFor = orNotFound(order.state === 'granted' ? order.tenant_id : null, 'link.spent');
  const holder = await findByAddress(tx, order.email_key);
  const own = holder?.tenant_id ?? null;
  if (order.claimed_at !== null) return own;
  if (holder?.is_admin) {
    await noteReason(tx, order, 'platform_admin');
    return null;
  }
  const isOpen = await findTenant(tx, paidFor);
  const member = { tenantId: paidFor, userId, role: 'BUSINESS_ADMIN', now: context.now } as const;
  if (isOpen && (await addMember(tx, member))) {
    await claim(tx, context, order, { tenantId: paidFor, userId });
    return paidFor;
  }
  assertThat(isOpen || own !== null, 'link.spent');
  if (own !== null && isOwner(holder?.role))
    await moveTo(tx, context, order, { from: paidFor, to: own, userId });
  return own;
}

/** Claims every paid order of an address. Returns the person's business, if there was an order. */
export async function claimPaidOrders(
  tx: Tx,
  context: AuditContext,
  { userId, emailKey }: { userId: string; emailKey: string },
): Promise<string | undefined> {
  let tenantId: string | undefined;
  for (const { id } of await run(tx, platform, readUnclaimed({ emailKey })))
    tenantId = (await claimPaidOrder(tx, context, { orderId: id, userId })) ?? tenantId;
  return tenantId;
}

async function moveTo(
  tx: Tx,
  context: AuditContext,
  order: Order,
  { from, to, userId }: { from: string; to: string; userId: string },
): Promise<void> {
  const { now } = context;
  if (from !== to) {
    const month = { tenantId: to, planId: order.plan_id, today: indiaDate(now), now };
    if ((await payForMonth(tx, month)) === undefined) return noteReason(tx, order, 'plan_not_larger');
    await run(tx, { tenantId: from }, softDeleteTenant({ now }));
  }
  await claim(tx, context, order, { tenantId: to, userId });
}

async function noteReason(tx: Tx, { id }: Order, reason: UnclaimedReason): Promise<void> {
  await run(tx, platform, updateOrder(id, { reason }));
}

async function claim(
  tx: Tx,
  context: AuditContext,
  order: Order,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  const claimed = { tenant_id: tenantId, claimed_by: userId, claimed_at: context.now };
  await run(tx, platform, updateOrder(order.id, claimed));
  await auditPerson(tx, context, { userId, tenantId }, 'payment.claimed', order.id, { plan: order.plan_id });
}
