import type { PlanHelp } from '@samay/contract/tenancy/subscriptions';
import { contactAddress } from '../../../core/contact.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { listPlanRows, readActivePlan, readOwners } from './plan-queries.ts';
import { hasLarger } from './policy.ts';

/** Says who makes room in a plan that is full. */
export async function showPlanHelp(context: TenantContext): Promise<PlanHelp> {
  const { plans, active, owners } = await readInOneMessage(context, {
    plans: listPlanRows({}),
    active: readActivePlan({}),
    owners: readOwners({}),
  });
  const { payments, settings } = context.dependencies;
  return {
    isForSale: payments !== undefined && hasLarger(active[0]?.price ?? 0, plans),
    owners: owners.map(({ name, email }) => ({ name, email })),
    support: contactAddress(settings) ?? null,
  };
}
