import type { Checkout } from '@samay/contract/tenancy/payments';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { findActivePlan, findPlans } from '../subscriptions/paid-queries.ts';
import { isWorthPaying } from '../subscriptions/policy.ts';
import { placeOrder } from './place-order.ts';
import { paidPlan } from './policy.ts';

/** Orders a month of a plan for the caller's business. @throws `payment.plan_is_lower` if the business would gain nothing. */
export async function orderUpgrade(context: TenantContext, { plan }: { plan: string }): Promise<Checkout> {
  const { chosen, current } = await inTenant(context, async (tx) => ({
    chosen: paidPlan(await findPlans(tx), plan),
    current: await findActivePlan(tx, context.tenantId),
  }));
  assertThat(isWorthPaying(current, chosen), 'payment.plan_is_lower');
  const { email, userId } = context.caller;
  return placeOrder(context, chosen, { kind: 'upgrade', email, tenantId: context.tenantId, userId });
}
