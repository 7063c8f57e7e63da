import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { addMember } from '../../identity/index.ts';
import { payForMonth } from '../subscriptions/pay-for-month.ts';
import type { News } from './fulfil-order.ts';
import { ownsBusiness, type UnclaimedReason } from './policy.ts';
import { findHolder, findUnclaimed, hideTenant, lockOrderById, markClaimed, noteReason, type Order, tenantIsOpen } from './queries.ts';

/**
 * Hands the business that a payment made to the person whose address is proven: they become its Business Admin, once. Who has a business of
 * their own meanwhile keeps it: what was paid for goes there, and the empty business is hidden. Who works for another business stays there.
 * Answers the business that the person belongs to now. Refuses with `link.spent` an order that gave no business, or one
 * that is deleted, to who has none.
 */
export async function claimPaidOrder(tx: Tx, news: News, { orderId, userId }: { orderId: string; userId: string }): Promise<string | null> {
  const order = orNotFound(await lockOrderById(tx, orderId), 'link.spent');
  const paidFor = orNotFound(order.state === 'granted' ? order.tenant_id : null, 'link.spent');
  const holder = await findHolder(tx, order.email_key);
  if (order.claimed_at !== null) return holder?.tenant_id ?? null;
  const isOpen = await tenantIsOpen(tx, paidFor);
  if (isOpen && (await addMember(tx, { tenantId: paidFor, userId, role: 'BUSINESS_ADMIN', now: news.now }))) {
    await claim(tx, news, order, { tenantId: paidFor, userId });
    return paidFor;
  }
  const own = holder?.tenant_id ?? null;
  assertThat(isOpen || own !== null, 'link.spent');
  if (own !== null && ownsBusiness(holder?.role ?? null)) await moveTo(tx, news, order, { from: paidFor, to: own, userId });
  return own;
}

/** The same for somebody whose address another has proven, such as Google: takes over what was paid for with it. */
export async function claimPaidOrdersOf(
  tx: Tx,
  news: News,
  { userId, emailKey }: { userId: string; emailKey: string },
): Promise<string | undefined> {
  let tenantId: string | undefined;
  for (const { id } of await findUnclaimed(tx, emailKey)) tenantId = (await claimPaidOrder(tx, news, { orderId: id, userId })) ?? tenantId;
  return tenantId;
}

async function moveTo(tx: Tx, news: News, order: Order, { from, to, userId }: { from: string; to: string; userId: string }): Promise<void> {
  if (from !== to) {
    const paid = await payForMonth(tx, { tenantId: to, planId: order.plan_id, today: indiaDate(news.now), now: news.now });
    if (paid === undefined) return noteReason(tx, order.id, 'plan_not_larger' satisfies UnclaimedReason);
    await hideTenant(tx, from, news.now);
  }
  await claim(tx, news, order, { tenantId: to, userId });
}

async function claim(tx: Tx, news: News, order: Order, { tenantId, userId }: { tenantId: string; userId: string }): Promise<void> {
  await markClaimed(tx, order.id, { tenant_id: tenantId, claimed_by: userId, claimed_at: news.now });
  await auditPerson(tx, news, { userId, tenantId }, 'payment.claimed', order.id, { plan: order.plan_id });
}
