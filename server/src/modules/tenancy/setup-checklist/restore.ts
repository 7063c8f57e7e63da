import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { saveDismissal } from './queries.ts';
import { setupChecklistIn } from './show.ts';

export async function restoreSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return inTenant(context, async (tx) => {
    await saveDismissal(tx, context.caller.userId, null);
    return setupChecklistIn(tx, context);
  });
}
