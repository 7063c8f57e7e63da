import type { SetupChecklist, SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type Progress, readProgress } from './queries.ts';

/** Shows the checklist of the caller's business. */
export async function showSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  const { progress } = await readInOneMessage(context, { progress: readProgress(context.caller.userId) });
  return present(onlyRow(progress), context);
}

/**
 * Decides which step home shows: the first that is neither done nor skipped. None once the person
 * has dismissed the checklist or the business is established, unless the person has restored it;
 * none while the business is suspended and nothing can be answered. The calendar is a step only if
 * one can be connected.
 */
function present(progress: Progress, { caller, dependencies }: TenantContext): SetupChecklist {
  const names: SetupStepName[] = [
    'name',
    'resources',
    'staff',
    'booking',
    ...(dependencies.calendar ? (['calendar'] as const) : []),
  ];
  const steps = names.map((name) => ({ name, state: stateOf(name, progress) }));
  const isOver = progress.isDismissed || (progress.isEstablished && !progress.isWanted);
  const isSuspended = caller.tenant?.suspended === true;
  const next = isOver || isSuspended ? null : (steps.find(({ state }) => state === 'open')?.name ?? null);
  return {
    steps,
    next,
    may: { restore: !isSuspended && next === null && steps.some(({ state }) => state !== 'done') },
  };
}

function stateOf(name: SetupStepName, progress: Progress): SetupChecklist['steps'][number]['state'] {
  if (progress[name]) return 'done';
  return progress.skipped.includes(name) ? 'skipped' : 'open';
}
