import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { findPlans, type PlanRow } from '../subscriptions/paid-queries.ts';

/** A plan that costs something; refuses with the field where there is none of that name. */
export async function findPaidPlan(context: PublicContext, planId: string): Promise<PlanRow> {
  const plans = await asPlatform(context.dependencies, findPlans);
  const plan = plans.find(({ id, price }) => id === planId && price > 0);
  if (!plan) throw new AppError('request.invalid', { fields: { plan: 'Please choose one of the paid plans' } });
  return plan;
}
