import type { TenantView } from '@samay/contract/platform/tenants';
import { PlanId } from '@samay/contract/tenancy/plans';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { asPlatform, readInTenant, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { latestAudit, maskEmail, noteSupportAccess } from '../../audit/index.ts';
import { usageAt } from '../../tenancy/index.ts';
import { presentWholeTenant } from './present-tenant.ts';
import { findProfile, findTenantRow, listMembers, listSubscriptions } from './tenant-queries.ts';

const recentActions = 10;

/**
 * One business with its people and the latest rows of its log. The access and its reason are
 * audited there.
 */
export async function getTenant(
  context: SessionContext,
  { params }: { params: { id: string } },
): Promise<TenantView> {
  const { database } = context.dependencies;
  const known = await asPlatform(context.dependencies, async (tx) => {
    const view = await readTenant(tx, params.id);
    await noteSupportAccess(tx, context, { tenantId: params.id, action: 'platform.tenant_viewed' });
    return view;
  });
  const work = { database, tenantId: tenantIdOf(known.tenant.id), now: context.now };
  return { ...known, usage: await readInTenant(work, (tx) => usageAt(tx, work)) };
}

async function readTenant(tx: Tx, id: string): Promise<Omit<TenantView, 'usage'>> {
  const tenant = presentWholeTenant(orNotFound(await findTenantRow(tx, id)));
  const profile = orNotFound(await findProfile(tx, id));
  return {
    tenant,
    profile: {
      businessName: profile.business_name,
      onboarded: profile.onboarding_completed,
      timeSlots: profile.time_slots,
      operatingDays: profile.operating_days,
    },
    people: (await listMembers(tx, id)).map((person) => ({
      id: person.id,
      name: person.full_name,
      email: maskEmail(person.email),
      role: person.role,
      createdAt: person.created_at.toISOString(),
    })),
    subscriptions: (await listSubscriptions(tx, id)).map((subscription) => ({
      id: subscription.id,
      planId: PlanId.parse(subscription.plan_id),
      status: subscription.status,
      cycleStart: subscription.billing_cycle_start,
      createdAt: subscription.created_at.toISOString(),
    })),
    audit: await latestAudit(tx, id, recentActions),
  };
}
