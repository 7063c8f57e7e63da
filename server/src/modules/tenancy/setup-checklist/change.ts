import type { SetupChecklist, SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { inTenantAsPlatform, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { saveDismissal, saveRestoration, saveSkip } from './queries.ts';
import { showSetupChecklist } from './show.ts';

/**
 * Skips a step for the caller; doctors or courts, staff, booking and calendar for their colleagues
 * too.
 */
export async function skipSetupStep(
  context: TenantContext,
  { params }: { params: { step: SetupStepName } },
): Promise<SetupChecklist> {
  return change(context, async (tx) => saveSkip(tx, memberOf(context), params.step));
}

/** Hides the checklist for the caller alone; their colleagues still see it. */
export async function dismissSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return change(context, async (tx) => saveDismissal(tx, memberOf(context), context.now));
}

/** Shows the caller the checklist again, with what they have skipped. */
export async function restoreSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return change(context, async (tx) => saveRestoration(tx, memberOf(context)));
}

async function change(context: TenantContext, save: (tx: Tx) => Promise<void>): Promise<SetupChecklist> {
  await inTenantAsPlatform(context, save);
  return showSetupChecklist(context);
}

function memberOf({ tenantId, caller }: TenantContext) {
  return { tenantId, userId: caller.userId };
}
