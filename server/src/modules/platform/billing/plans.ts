import type { PlanId } from '@samay/contract/tenancy/plans';
import type { Plan, PlanTerms } from '@samay/contract/platform/billing';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { updatePlan } from './billing-queries.ts';
import { readPlans } from './list-plans.ts';
import { note } from '../access/audit-platform.ts';

interface Input {
  readonly params: { id: PlanId };
  readonly body: PlanTerms;
}

/** A plan's limit and price. The limit is asked at every booking, so it counts at once; orders made before keep their amount. */
export async function changePlanTerms(context: SessionContext, { params: { id }, body }: Input): Promise<Plan> {
  return asPlatform(context.dependencies, async (tx) => {
    const becomes = { appointment_limit: body.appointmentLimit, monthly_price_paise: body.monthlyPrice };
    const was = orNotFound(await updatePlan(tx, id, becomes));
    await note(tx, context, { action: 'plan.changed', tenantId: null, object: id, detail: { was, becomes } });
    return orNotFound((await readPlans(tx)).find((plan) => plan.id === id));
  });
}
