import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { readAtOnce } from '../../../db/read-at-once.ts';
import { onlyRow, run } from '../../../db/run-statement.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type Progress, readProgress } from './queries.ts';

/** Shows the checklist of the caller's business. */
export async function showSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  const { progress } = await readAtOnce(context, { progress: readProgress(context.caller.userId, context.now) });
  return present(onlyRow(progress), context);
}

/** The checklist as the transaction sees it. */
export async function setupChecklistIn(tx: Tx, context: TenantContext): Promise<SetupChecklist> {
  return present(onlyRow(await run(tx, context, readProgress(context.caller.userId, context.now))), context);
}

/**
 * The calendar is a step only if one can be connected. For an established business the checklist counts as dismissed, unless the person has
 * restored it.
 */
function present(progress: Progress, { caller, dependencies }: TenantContext): SetupChecklist {
  const { isDismissed, isEstablished, isWanted, business, booking, staff, calendar } = progress;
  return {
    steps: [
      { name: 'business', isDone: business },
      { name: 'booking', isDone: booking },
      { name: 'staff', isDone: staff },
      ...(dependencies.calendar ? [{ name: 'calendar', isDone: calendar } as const] : []),
    ],
    isDismissed: isDismissed || (isEstablished && !isWanted),
    may: { dismiss: caller.tenant?.suspended !== true },
  };
}
