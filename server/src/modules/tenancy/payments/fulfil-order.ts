import { cycleOf } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { mailSetPasswordLink, openTenant } from '../../identity/index.ts';
import { markPaidUntil } from '../subscriptions/paid-queries.ts';
import { payForMonth } from '../subscriptions/pay-for-month.ts';
import { ownsBusiness, type UnclaimedReason } from './policy.ts';
import { findHolder, findUnclaimed, lockAddress, type Order, tenantIsOpen } from './queries.ts';

/** Who brings the news of a payment: its instant, and what the audit calls the request. */
export interface News {
  readonly now: Date;
  readonly requestId: string;
}

/** The business that a payment went to, and who has it already, where nobody has yet to come for it; or why it went to none. */
export type Outcome = { readonly tenantId: string; readonly ownedBy?: string } | { readonly reason: UnclaimedReason };

/** Gives what an order was made for, in the transaction that marks it paid (docs/decisions/0010-paid-months.md). */
export async function giveFor(tx: Tx, order: Order, news: News): Promise<Outcome> {
  return order.kind === 'signup' ? beginBusiness(tx, order, news) : upgrade(tx, order, news);
}

/** A business for an address that has none; for who owns one already, what they paid for goes to that. */
async function beginBusiness(tx: Tx, order: Order, news: News): Promise<Outcome> {
  await lockAddress(tx, order.email_key);
  const holder = await findHolder(tx, order.email_key);
  if (holder?.is_admin) return { reason: 'platform_admin' };
  if (holder?.is_deleted) return { reason: 'account_deleted' };
  if (holder?.tenant_id) {
    if (!ownsBusiness(holder.role)) return { reason: 'member_elsewhere' };
    const outcome = await payFor(tx, holder.tenant_id, order, news);
    return 'reason' in outcome ? outcome : { ...outcome, ownedBy: holder.user_id };
  }
  const [waiting] = await findUnclaimed(tx, order.email_key);
  const outcome = waiting?.tenant_id ? await payFor(tx, waiting.tenant_id, order, news) : await openPaid(tx, order, news);
  if ('tenantId' in outcome) await mailSetPasswordLink(tx, news, { purpose: 'signup', email: order.email, orderId: order.id });
  return outcome;
}

async function openPaid(tx: Tx, order: Order, { now }: News): Promise<Outcome> {
  const today = indiaDate(now);
  const name = order.business_name ?? order.email;
  const tenantId = await openTenant(tx, { name, email: order.email, status: 'active', planId: order.plan_id, now });
  await markPaidUntil(tx, tenantId, cycleOf(today, today).end);
  return { tenantId };
}

async function upgrade(tx: Tx, order: Order, news: News): Promise<Outcome> {
  return order.tenant_id === null ? { reason: 'tenant_deleted' } : payFor(tx, order.tenant_id, order, news);
}

async function payFor(tx: Tx, tenantId: string, order: Order, { now }: News): Promise<Outcome> {
  if (!(await tenantIsOpen(tx, tenantId))) return { reason: 'tenant_deleted' };
  const paidUntil = await payForMonth(tx, { tenantId, planId: order.plan_id, today: indiaDate(now), now });
  return paidUntil === undefined ? { reason: 'plan_not_larger' } : { tenantId };
}
