import type { FirstSteps } from '@samay/contract/tenancy/setup-checklist';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { saveDismissal } from './queries.ts';
import { firstStepsIn } from './show.ts';

export async function restoreFirstSteps(context: TenantContext): Promise<FirstSteps> {
  return inTenant(context, async (tx) => {
    await saveDismissal(tx, context.caller.userId, null);
    return firstStepsIn(tx, context);
  });
}
