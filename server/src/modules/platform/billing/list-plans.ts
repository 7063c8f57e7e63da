import { PlanId } from '@samay/contract/tenancy/plans';
import type { Plan } from '@samay/contract/platform/billing';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { listPlanRows } from './billing-queries.ts';

/** The plans with their terms, and how many businesses an edit of each would touch. */
export async function listPlatformPlans(context: SessionContext): Promise<{ plans: Plan[] }> {
  return asPlatform(context.dependencies, async (tx) => ({ plans: await readPlans(tx) }));
}

export async function readPlans(tx: Tx): Promise<Plan[]> {
  return (await listPlanRows(tx)).map((row) => ({
    id: PlanId.parse(row.id),
    name: row.name,
    appointmentLimit: row.appointment_limit,
    monthlyPrice: row.monthly_price_paise,
    tenants: row.tenants,
  }));
}
