import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { saveDismissal } from './queries.ts';
import { setupChecklistIn } from './show.ts';

/** For the caller alone; their colleagues see the steps until they put them away too. */
export async function dismissSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return inTenant(context, async (tx) => {
    await saveDismissal(tx, context.caller.userId, context.now);
    return setupChecklistIn(tx, context);
  });
}
