import type { Checkout } from '@samay/contract/tenancy/payments';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { findActivePlan } from '../subscriptions/paid-queries.ts';
import { isWorthPaying } from '../subscriptions/policy.ts';
import { findPaidPlan } from './find-paid-plan.ts';
import { placeOrder } from './place-order.ts';

/** Orders a month of a plan for the caller's business. Refuses with `payment.plan_is_lower` what gives them nothing more than they have. */
export async function orderUpgrade(context: TenantContext, { plan }: { plan: string }): Promise<Checkout> {
  const chosen = await findPaidPlan(context, plan);
  const current = await inTenant(context, (tx) => findActivePlan(tx, context.tenantId));
  assertThat(isWorthPaying(current, chosen), 'payment.plan_is_lower');
  const { email, userId } = context.caller;
  return placeOrder(context, chosen, { kind: 'upgrade', email, tenantId: context.tenantId, userId });
}
