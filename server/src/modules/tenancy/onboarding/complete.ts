import type { Onboarding } from '@samay/contract/tenancy/onboarding';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { tenantToSetUp } from './policy.ts';
import { activateTenant, completeProfile } from './queries.ts';

/**
 * Sets the caller's business up, in one transaction: its profile, a turf's name, and a pending business is active from here on
 * (specification 2, "Onboarding wizard"; decisions, "People"). Of two at once, and of a second try, one gets `onboarding.completed`.
 */
export async function completeOnboarding(context: SessionContext, { body }: { body: Onboarding }): Promise<void> {
  const { caller, now } = context;
  const tenant = tenantToSetUp(caller);
  const { businessType, timeSlots, operatingDays } = body;
  const name = businessType === 'turf' ? body.businessName : null;
  await asPlatform(context.dependencies, async (tx) => {
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
    await auditPerson(tx, context, { userId: caller.userId, tenantId: tenant.id }, 'onboarding.completed', tenant.id, { businessType });
  });
}
