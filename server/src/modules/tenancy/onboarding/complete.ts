import type { Onboarding } from '@samay/contract/tenancy/onboarding';
import { inTenantAsPlatform } from '../../../db/tenant.ts';
import type { Caller, SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { activateTenant, beginTimes, completeProfile } from './queries.ts';

/**
 * Completes the set-up of the caller's business in one transaction: writes its profile and a turf's
 * name, activates a pending business (specification 2, "Onboarding wizard"; decisions, "People"),
 * and gives it its doctors or court, its hours and its first service. @throws `onboarding.completed` for a
 * second or a concurrent request; `access.denied`, `tenant.missing`, `tenant.suspended`.
 */
export async function completeOnboarding(
  context: SessionContext,
  { body }: { body: Onboarding },
): Promise<void> {
  const { caller, now } = context;
  const tenant = tenantToSetUp(caller);
  const { businessType, timeSlots, operatingDays } = body;
  const name = businessType === 'turf' ? body.businessName : null;
  const { database } = context.dependencies;
  await inTenantAsPlatform({ database, tenantId: tenant.id }, async (tx) => {
    const isNew = await completeProfile(tx, {
      tenant_id: tenant.id,
      email: caller.email,
      business_type: businessType,
      business_name: name,
      time_slots: JSON.stringify(timeSlots),
      operating_days: operatingDays,
      onboarding_completed: true,
      updated_at: now,
    });
    assertThat(isNew, 'onboarding.completed');
    await activateTenant(tx, tenant.id, name);
    await beginTimes(tx, tenant.id);
    await auditPerson(
      tx,
      context,
      { userId: caller.userId, tenantId: tenant.id },
      'onboarding.completed',
      tenant.id,
      { businessType },
    );
  });
}

/**
 * The business that the caller may set up: they must be its owner, and it must not be suspended.
 * Nobody has permissions before it is set up.
 */
function tenantToSetUp({ role, tenant }: Caller): NonNullable<Caller['tenant']> {
  assertThat(role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN', 'access.denied');
  const own = orNotFound(tenant, 'tenant.missing');
  assertThat(!own.suspended, 'tenant.suspended');
  return own;
}
