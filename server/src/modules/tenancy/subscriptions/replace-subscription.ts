import { cycleOf } from '@samay/contract/tenancy/plans';
import type { LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { endActive, insertActive } from './paid-queries.ts';

/**
 * Ends the business's subscription and starts another whose billing cycle begins today, in a platform transaction. `paidUntil` is the first
 * unpaid day; null for a free plan.
 */
export async function replaceSubscription(
  tx: Tx,
  {
    tenantId,
    planId,
    today,
    paidUntil,
    now,
  }: { tenantId: string; planId: string; today: LocalDate; paidUntil: LocalDate | null; now: Date },
): Promise<void> {
  await endActive(tx, tenantId);
  await insertActive(tx, {
    tenant_id: tenantId,
    plan_id: planId,
    status: 'active',
    billing_cycle_start: today,
    billing_cycle_end: cycleOf(today, today).end,
    created_at: now,
    paid_until: paidUntil,
    reminded_at: null,
  });
}
