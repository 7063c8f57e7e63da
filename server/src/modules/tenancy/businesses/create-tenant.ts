import { cycleOf } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { addMember, insertProfile, insertSubscription, insertTenant } from './queries.ts';

export interface NewTenant {
  readonly name: string;
  /** The address on the business profile. */
  readonly email: string;
  readonly status: 'active' | 'pending';
  readonly planId: string;
  readonly now: Date;
}

/**
 * Creates a business that is not set up yet, in a platform transaction. Its plan starts today in
 * India, so that it can take bookings from its first minute (decisions, "Plan limit").
 */
export async function createTenant(
  tx: Tx,
  { name, email, status, planId, now }: NewTenant,
): Promise<TenantId> {
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

/**
 * Creates a business on the free plan with its owner, in a platform transaction. Undefined if the
 * person belongs to a business already.
 */
export async function openFreeTenant(
  tx: Tx,
  context: AuditContext,
  { name, email, userId }: { name: string; email: string; userId: string },
): Promise<string | undefined> {
  const { now } = context;
  const tenantId = await createTenant(tx, { name, email, status: 'active', planId: 'basic', now });
  if (!(await addMember(tx, { tenantId, userId, role: 'BUSINESS_OWNER', now }))) return undefined;
  await auditPerson(tx, context, { userId, tenantId }, 'tenant.started', tenantId, { plan: 'basic' });
  return tenantId;
}
