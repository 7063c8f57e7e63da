import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { findProgress } from './queries.ts';

/** Shows the checklist of the caller's business. */
export async function showSetupChecklist(context: TenantContext): Promise<SetupChecklist> {
  return readInTenant(context, (tx) => setupChecklistIn(tx, context));
}

/**
 * The checklist as the transaction sees it. The calendar is a step only if one can be connected. For an established business the checklist
 * counts as dismissed, unless the person has restored it.
 */
export async function setupChecklistIn(tx: Tx, { caller, dependencies, now, tenantId }: TenantContext): Promise<SetupChecklist> {
  const { isDismissed, isEstablished, isWanted, business, booking, staff, calendar } = await findProgress(tx, {
    tenantId,
    userId: caller.userId,
    now,
  });
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
