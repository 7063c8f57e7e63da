import { cycleAt } from '@samay/contract/tenancy/plans';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { platform, type TenantId, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { startSubscription } from '../subscriptions/plan-queries.ts';
import { firstDays } from '../subscriptions/policy.ts';
import { addMember, insertProfile, insertTenant } from './queries.ts';

interface NewTenant {
  readonly name: string;
  readonly email: string;
  readonly status: 'active' | 'pending';
  readonly planId: string;
  readonly isPaid?: boolean;
  readonly now: Date;
}

/**
 * Creates a business that is not set up yet. Its plan starts today in India, so that it can take
 * bookings from its first minute, and with it the first days, which have the limit of a larger plan.
 */
export async function createTenant(
  tx: Tx,
  { name, email, status, planId, isPaid = false, now }: NewTenant,
): Promise<TenantId> {
  const { id } = onlyRow(await run(tx, platform, insertTenant({ name, status, now })));
  const tenantId = tenantIdOf(id);
  const cycleStart = indiaDate(now);
  const paidUntil = isPaid ? cycleAt(cycleStart, cycleStart).end : null;
  await run(tx, platform, insertProfile({ tenant_id: tenantId, email, updated_at: now }));
  const firstDaysUntil = addDays(cycleStart, firstDays - 1);
  await startSubscription(tx, { tenantId, planId, cycleStart, paidUntil, firstDaysUntil, now });
  return tenantId;
}

/** Creates a business on the free plan, unless the person belongs to one already. */
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
