import { indiaDate } from '@samay/contract/core/time';
import { fallbackPlan, type Usage } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { usageOn, type UsageRow } from './queries.ts';

/**
 * Presents the usage by the count that limits bookings. Without an active subscription the limit is
 * 0; a business that never had one gets the free plan's.
 */
export function usageOf([row]: readonly UsageRow[]): Usage {
  if (!row) throw new Error('the statement of the usage answered no row');
  const { plan_name: planName, is_active: isActive, used, counted } = row;
  const limit = row.limit === null ? fallbackPlan.limit : isActive ? row.limit : 0;
  return {
    planName: planName ?? fallbackPlan.name,
    limit,
    used,
    remaining: Math.max(0, limit - used),
    cycleStart: row.cycle_start,
    cycleEnd: row.cycle_end,
    hidden: Math.max(0, counted - limit),
    firstDaysUntil: isActive ? row.first_days_until : null,
  };
}

export function isPlanFull([row]: readonly UsageRow[]): boolean {
  return !row?.is_active || row.used >= (row.limit ?? 0);
}

/** The share of the limit at which the forms begin to say how many places are left. */
const nearlyFull = 0.8;

/** Returns the number of places that are left in a cycle, once most are taken; else undefined. */
export function countLastPlaces([row]: readonly UsageRow[]): number | undefined {
  const limit = row?.limit ?? 0;
  if (!row?.is_active || row.used >= limit || row.used < limit * nearlyFull) return undefined;
  return limit - row.used;
}

export async function usageAt(tx: Tx, work: Pick<TenantWork, 'tenantId' | 'now'>): Promise<Usage> {
  return usageOf(await run(tx, work, usageOn(indiaDate(work.now))));
}

export async function getUsage(context: TenantContext): Promise<Usage> {
  return usageOf((await readInOneMessage(context, { usage: usageOn(indiaDate(context.now)) })).usage);
}
