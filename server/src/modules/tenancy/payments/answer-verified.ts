import type { VerifiedPayment } from '@samay/contract/tenancy/payments';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { findPlans } from '../subscriptions/plan-queries.ts';
import type { Order } from './queries.ts';

/**
 * The response for a fulfilled order: the specification's sentence for a sign-up (section 8),
 * another for an upgrade.
 */
export async function answerFor({ dependencies }: PublicContext, order: Order): Promise<VerifiedPayment> {
  if (order.state === 'paid') return answerUnplaced(order);
  const base = { success: true, plan: order.plan_id, email: order.email } as const;
  const plans = await asPlatform(dependencies, findPlans);
  const plan = plans.find(({ id }) => id === order.plan_id)?.name ?? order.plan_id;
  if (order.kind === 'upgrade')
    return {
      ...base,
      next: 'dashboard',
      message: `Payment successful! Your business now has the ${plan} plan.`,
    };
  const message = `Payment successful! You are now registered as a Business Admin with the ${plan} plan.`;
  return { ...base, next: order.claimed_at === null ? 'link' : 'dashboard', message };
}

/**
 * The response for a payment whose order could not be fulfilled: an email explains what happens
 * next.
 */
export function answerUnplaced({ plan_id: plan, email }: Order): VerifiedPayment {
  const message = `Your payment has arrived. We have written to ${email} about how it goes on.`;
  return { success: true, plan, email, next: 'mail', message };
}
