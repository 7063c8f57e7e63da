import type { Checkout, NewSignUpOrder } from '@samay/contract/tenancy/payments';
import type { PublicContext, TenantContext } from '../../../context/request-context.ts';
import { asPlatform, readInTenant } from '../../../db/tenant.ts';
import { assertThat } from '../../../core/app-error.ts';
import { findActivePlan, findPlans } from '../subscriptions/plan-queries.ts';
import { isWorthPaying } from '../subscriptions/policy.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { placeOrder } from './place-order.ts';
import { paidPlan } from './policy.ts';

/**
 * Orders a plan for a new business. The response is the same whether the address has an account or
 * not; which business gets the plan is decided when the payment arrives. @throws
 * `request.too_many`; `payment.not_available`; `mail.unavailable` without a mail server, since the
 * link to the business is mailed.
 */
export async function orderSignUp(
  context: PublicContext,
  { email, businessName, plan }: NewSignUpOrder,
  limits: PaymentLimits,
): Promise<Checkout> {
  await limits.countOrder(context.request.ip);
  const chosen = paidPlan(await asPlatform(context.dependencies, findPlans), plan);
  assertThat(context.dependencies.payments, 'payment.not_available');
  assertThat(context.dependencies.mail, 'mail.unavailable');
  return placeOrder(context, chosen, { kind: 'signup', email, businessName });
}

/**
 * Orders a month of a plan for the caller's business. @throws `payment.plan_is_lower` if the
 * business would gain nothing.
 */
export async function orderUpgrade(context: TenantContext, { plan }: { plan: string }): Promise<Checkout> {
  const { chosen, current } = await readInTenant(context, async (tx) => ({
    chosen: paidPlan(await findPlans(tx), plan),
    current: await findActivePlan(tx, context.tenantId),
  }));
  assertThat(isWorthPaying(current, chosen), 'payment.plan_is_lower');
  const { email, userId } = context.caller;
  return placeOrder(context, chosen, { kind: 'upgrade', email, tenantId: context.tenantId, userId });
}
