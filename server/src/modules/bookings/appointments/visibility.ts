import type { Usage } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { usageAt } from '../../tenancy/index.ts';
import { findKeyAtLimit, type Visibility } from './visibility-queries.ts';

/** What the plan's current cycle shows of the bookings, and how much of it is used. Nothing is ranked while all of it is shown. */
export async function visibilityIn(tx: Tx, context: TenantContext): Promise<{ visibility: Visibility; usage: Usage }> {
  const usage = await usageAt(tx, context.now);
  if (usage.hidden === 0) return { visibility: 'everything', usage };
  const cycle = { start: usage.cycleStart, end: usage.cycleEnd };
  const last = usage.limit === 0 ? undefined : await findKeyAtLimit(tx, context.businessType, cycle, usage.limit);
  return { visibility: { ...cycle, last }, usage };
}
