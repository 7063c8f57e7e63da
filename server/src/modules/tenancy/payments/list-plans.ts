import type { listPlans as listPlansEndpoint } from '@samay/contract/tenancy/payments';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { findPlans } from '../subscriptions/paid-queries.ts';
import { planOf } from '../subscriptions/show-subscription.ts';

/** Lists the plans with their prices, for anybody. */
export async function listPlans({ dependencies }: PublicContext): Promise<ReplyOf<typeof listPlansEndpoint>> {
  const plans = await asPlatform(dependencies, findPlans);
  return { plans: plans.map(planOf), paymentsAvailable: dependencies.payments !== undefined };
}
