import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { saveDismissal } from './queries.ts';
import { setupChecklistIn } from './show.ts';

/** Hides the checklist for the caller alone; their colleagues still see it. */
export async function dismissSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return inTenant(context, async (tx) => {
    await saveDismissal(tx, context.tenantId, context.caller.userId, context.now);
    return setupChecklistIn(tx, context);
  });
}

/** Shows the caller the checklist again. */
export async function restoreSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return inTenant(context, async (tx) => {
    await saveDismissal(tx, context.tenantId, context.caller.userId, null);
    return setupChecklistIn(tx, context);
  });
}
