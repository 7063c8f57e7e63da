import type { FirstSteps } from '@samay/contract/tenancy/setup-checklist';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { findProgress } from './queries.ts';

export async function showFirstSteps(context: TenantContext): Promise<FirstSteps> {
  return readInTenant(context, (tx) => firstStepsIn(tx, context));
}

/**
 * The steps as they stand in this transaction; a calendar is no step where none can be connected. For an established business they count as
 * put away, unless the person asked for them.
 */
export async function firstStepsIn(tx: Tx, { caller, parts, now, tenantId }: TenantContext): Promise<FirstSteps> {
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
      ...(parts.calendar ? [{ name: 'calendar', isDone: calendar } as const] : []),
    ],
    isDismissed: isDismissed || (isEstablished && !isWanted),
    may: { dismiss: caller.tenant?.suspended !== true },
  };
}
