import type { listPlans as listPlansEndpoint } from '@samay/contract/payments';
import type { ReplyOf } from '@samay/contract/endpoint';
import { asPlatform } from '../../db/tenant.ts';
import type { PublicContext } from '../../http/context.ts';
import { findPlans, planOf } from '../subscriptions/index.ts';

export async function listPlans({ parts }: PublicContext): Promise<ReplyOf<typeof listPlansEndpoint>> {
  const plans = await asPlatform(parts, findPlans);
  return { plans: plans.map(planOf), paymentsAvailable: parts.payments !== undefined };
}
