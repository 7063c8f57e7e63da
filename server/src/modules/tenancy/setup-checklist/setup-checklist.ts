import type { SetupChecklist, SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { readInOneMessage, type Statement } from '../../../db/read-in-one-message.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { inTenantAsPlatform } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type Progress, readProgress, saveDismissal, saveRestoration, saveSkip } from './queries.ts';

export async function showSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  const { userId } = context.caller;
  const { progress } = await readInOneMessage(context, { progress: readProgress({ userId }) });
  return present(onlyRow(progress), context);
}

/** Skips a step for the caller; all steps but the name for their colleagues too. */
export async function skipSetupStep(
  context: TenantContext,
  { params }: { params: { step: SetupStepName } },
): Promise<SetupChecklist> {
  return change(context, saveSkip({ userId: context.caller.userId, step: params.step }));
}

/** Hides the checklist for the caller alone. */
export async function dismissSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return change(context, saveDismissal({ userId: context.caller.userId, at: context.now }));
}

export async function restoreSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return change(context, saveRestoration({ userId: context.caller.userId }));
}

async function change(context: TenantContext, saving: Statement<object>): Promise<SetupChecklist> {
  await inTenantAsPlatform(context, (tx) => run(tx, context, saving));
  return showSetupChecklist(context);
}

/**
 * Chooses the step that home shows: the first that is neither done nor skipped; none after the
 * person has dismissed the checklist or if the business is established, unless they have restored
 * it, and none while it is suspended. The calendar is a step only if one can be connected.
 */
function present(progress: Progress, { caller, dependencies }: TenantContext): SetupChecklist {
  const names: SetupStepName[] = ['name', 'resources', 'price', 'staff', 'people', 'booking', 'online'];
  if (dependencies.calendar) names.push('calendar');
  const steps = names.map((name) => ({ name, state: stepState(name, progress) }));
  const isOver = progress.isDismissed || (progress.isEstablished && !progress.isWanted);
  const isSuspended = caller.tenant?.suspended === true;
  const next = isOver || isSuspended ? null : (steps.find(({ state }) => state === 'open')?.name ?? null);
  return {
    steps,
    next,
    may: { restore: !isSuspended && next === null && steps.some(({ state }) => state !== 'done') },
  };
}

function stepState(name: SetupStepName, progress: Progress): SetupChecklist['steps'][number]['state'] {
  if (progress[name]) return 'done';
  return progress.skipped.includes(name) ? 'skipped' : 'open';
}
