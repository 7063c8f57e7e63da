import type { PlanTerms, Plan } from '@samay/contract/platform/billing';
import { PlanId } from '@samay/contract/tenancy/plans';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { asPlatform, platformTenant } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { listPlanRows, type PlanWithTenants, updatePlan } from './billing-queries.ts';

interface Input {
  readonly params: { id: PlanId };
  readonly body: PlanTerms;
}

/** Lists the plans with their terms and the number of businesses on each. */
export async function listPlatformPlans(context: SessionContext): Promise<{ plans: Plan[] }> {
  const { plans } = await readInOneMessageAsPlatform(context.dependencies, { plans: listPlanRows({}) });
  return { plans: plans.map(present) };
}

/**
 * Changes a plan's limit and price. Every booking checks the limit, so it applies at once; existing
 * orders keep their amount.
 */
export async function changePlanTerms(
  context: SessionContext,
  { params: { id }, body }: Input,
): Promise<Plan> {
  return asPlatform(context.dependencies, async (tx) => {
    const becomes = { appointment_limit: body.appointmentLimit, monthly_price_paise: body.monthlyPrice };
    const was = orNotFound(await updatePlan(tx, id, becomes));
    await auditPlatform(tx, context, {
      action: 'plan.changed',
      tenantId: null,
      object: id,
      detail: { was, becomes },
    });
    const plans = await run(tx, { tenantId: platformTenant }, listPlanRows({}));
    return present(orNotFound(plans.find((plan) => plan.id === id)));
  });
}

function present(row: PlanWithTenants): Plan {
  return {
    id: PlanId.parse(row.id),
    name: row.name,
    appointmentLimit: row.appointment_limit,
    monthlyPrice: row.monthly_price_paise,
    tenants: row.tenants,
  };
}
