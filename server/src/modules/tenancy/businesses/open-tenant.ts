import { cycleOf } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { insertProfile, insertSubscription, insertTenant } from '../../identity/people/queries.ts';

export interface NewTenant {
  readonly name: string;
  /** Whom the business profile belongs to. */
  readonly email: string;
  readonly status: 'active' | 'pending';
  readonly planId: string;
  readonly now: Date;
}

/**
 * Makes a business that has yet to be set up, with its plan from today in India on, in a platform transaction: it can book from
 * its first minute (decisions, "Plan limit").
 */
export async function openTenant(tx: Tx, { name, email, status, planId, now }: NewTenant): Promise<TenantId> {
  const tenantId = tenantIdOf(await insertTenant(tx, { name, status, created_at: now }));
  const today = indiaDate(now);
  const { end } = cycleOf(today, today);
  await insertProfile(tx, { tenant_id: tenantId, email, updated_at: now });
  await insertSubscription(tx, {
    tenant_id: tenantId,
    plan_id: planId,
    status: 'active',
    billing_cycle_start: today,
    billing_cycle_end: end,
    created_at: now,
  });
  return tenantId;
}
