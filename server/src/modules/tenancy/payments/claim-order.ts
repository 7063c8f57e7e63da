import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { addMember } from '../businesses/queries.ts';
import { payForMonth } from '../subscriptions/change-plan.ts';
import { ownsBusiness, type UnclaimedReason } from './policy.ts';
import {
  findHolder,
  findUnclaimed,
  softDeleteTenant,
  lockOrderById,
  markClaimed,
  noteReason,
  type Order,
  tenantIsOpen,
} from './queries.ts';

/**
 * Assigns the business that a payment created to the person with the proven address: they become
 * its Business Admin, once. A person who owns a business by now keeps it: that one gets the plan,
 * and the empty business is hidden. A person who works for another business stays there. A super
 * admin belongs to none: the order keeps the reason, for the one who settles it. Returns the
 * business that the person belongs to now. @throws `link.spent` if the order created no business,
 * or if that is deleted and the person has no other.
 */
export async function claimPaidOrder(
  tx: Tx,
  context: AuditContext,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<string | null> {
  const order = orNotFound(await lockOrderById(tx, orderId), 'link.spent');
  const paidFor = orNotFound(order.state === 'granted' ? order.tenant_id : null, 'link.spent');
  const holder = await findHolder(tx, order.email_key);
  if (order.claimed_at !== null) return holder?.tenant_id ?? null;
  if (holder?.is_admin) {
    await noteReason(tx, order.id, 'platform_admin' satisfies UnclaimedReason);
    return null;
  }
  const isOpen = await tenantIsOpen(tx, paidFor);
  if (
    isOpen &&
    (await addMember(tx, { tenantId: paidFor, userId, role: 'BUSINESS_ADMIN', now: context.now }))
  ) {
    await claim(tx, context, order, { tenantId: paidFor, userId });
    return paidFor;
  }
  const own = holder?.tenant_id ?? null;
  assertThat(isOpen || own !== null, 'link.spent');
  if (own !== null && ownsBusiness(holder?.role ?? null))
    await moveTo(tx, context, order, { from: paidFor, to: own, userId });
  return own;
}

/**
 * Claims every paid order of an address. Returns the person's business; undefined if there was no
 * order.
 */
export async function claimPaidOrdersOf(
  tx: Tx,
  context: AuditContext,
  { userId, emailKey }: { userId: string; emailKey: string },
): Promise<string | undefined> {
  let tenantId: string | undefined;
  for (const { id } of await findUnclaimed(tx, emailKey))
    tenantId = (await claimPaidOrder(tx, context, { orderId: id, userId })) ?? tenantId;
  return tenantId;
}

async function moveTo(
  tx: Tx,
  context: AuditContext,
  order: Order,
  { from, to, userId }: { from: string; to: string; userId: string },
): Promise<void> {
  if (from !== to) {
    const paid = await payForMonth(tx, {
      tenantId: to,
      planId: order.plan_id,
      today: indiaDate(context.now),
      now: context.now,
    });
    if (paid === undefined) return noteReason(tx, order.id, 'plan_not_larger' satisfies UnclaimedReason);
    await softDeleteTenant(tx, from, context.now);
  }
  await claim(tx, context, order, { tenantId: to, userId });
}

async function claim(
  tx: Tx,
  context: AuditContext,
  order: Order,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  await markClaimed(tx, order.id, { tenant_id: tenantId, claimed_by: userId, claimed_at: context.now });
  await auditPerson(tx, context, { userId, tenantId }, 'payment.claimed', order.id, { plan: order.plan_id });
}
