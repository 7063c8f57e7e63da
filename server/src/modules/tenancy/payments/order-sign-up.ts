import type { Checkout, NewSignUpOrder } from '@samay/contract/tenancy/payments';
import type { PublicContext } from '../../../context/request-context.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { assertThat } from '../../../core/app-error.ts';
import { findPlans } from '../subscriptions/paid-queries.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { placeOrder } from './place-order.ts';
import { paidPlan } from './policy.ts';

/**
 * Orders a plan for a new business. The response is the same whether the address has an account or not; which business gets the plan is
 * decided when the payment arrives. @throws `request.too_many`; `payment.not_available`; `mail.unavailable` without a mail server, since the
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
