import type { Checkout, NewSignUpOrder } from '@samay/contract/tenancy/payments';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { findPaidPlan } from './find-paid-plan.ts';
import { placeOrder } from './place-order.ts';

/**
 * Orders a plan for a business that is to be. The answer is the same whether the address has an account or not; what the payment gives
 * is decided when it is there. Without a mail server nobody could ever come in: refused with `mail.unavailable`.
 */
export async function orderSignUp(
  context: PublicContext,
  { email, businessName, plan }: NewSignUpOrder,
  limits: PaymentLimits,
): Promise<Checkout> {
  await limits.countOrder(context.request.ip);
  const chosen = await findPaidPlan(context, plan);
  assertThat(context.dependencies.payments, 'payment.not_available');
  assertThat(context.dependencies.mail, 'mail.unavailable');
  return placeOrder(context, chosen, { kind: 'signup', email, businessName });
}
