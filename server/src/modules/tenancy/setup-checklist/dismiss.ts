import type { FirstSteps } from '@samay/contract/tenancy/setup-checklist';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { saveDismissal } from './queries.ts';
import { firstStepsIn } from './show.ts';

/** For the caller alone; their colleagues see the steps until they put them away too. */
export async function dismissFirstSteps(context: TenantContext): Promise<FirstSteps> {
  return inTenant(context, async (tx) => {
    await saveDismissal(tx, context.caller.userId, context.now);
    return firstStepsIn(tx, context);
  });
}
