import { weeklyHours, getWords } from '@samay/contract/availability/hours-in-words';
import { isOwner } from '@samay/contract/core/roles';
import type { Onboarding } from '@samay/contract/tenancy/onboarding';
import { inTenantAsPlatform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { Caller, SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditCaller } from '../../audit/index.ts';
import { activateTenant, beginTimes, completeProfile, deleteHours, insertHours } from './queries.ts';

/**
 * Sets the caller's business up in one transaction: writes its profile and a turf's name, activates
 * a pending business, and gives it its doctors or court, hours and first service. Where a slot has
 * days of its own, the profile's words are those of most days, as after a change on Settings. @throws
 * `onboarding.completed`, also for a concurrent request; `access.denied`, `tenant.missing`,
 * `tenant.suspended`.
 */
export async function completeOnboarding(
  context: SessionContext,
  { body }: { body: Onboarding },
): Promise<void> {
  const { caller, now } = context;
  const tenant = tenantToSetUp(caller);
  const { businessType } = body;
  const hours = weeklyHours(body.timeSlots, body.operatingDays);
  const isByDay = body.timeSlots.some(({ days }) => days !== undefined);
  const { timeSlots, operatingDays } = isByDay ? getWords(hours) : body;
  const name = businessType === 'turf' ? body.businessName : null;
  const { database } = context.dependencies;
  const work = { database, tenantId: tenant.id };
  await inTenantAsPlatform(work, async (tx) => {
    const completing = completeProfile({
      email: caller.email,
      business_type: businessType,
      business_name: name,
      time_slots: JSON.stringify(timeSlots),
      operating_days: operatingDays,
      onboarding_completed: true,
      updated_at: now,
    });
    assertThat((await run(tx, work, completing)).length > 0, 'onboarding.completed');
    await run(tx, work, activateTenant({ name }));
    await run(tx, work, beginTimes({}));
    if (isByDay) {
      await run(tx, work, deleteHours({}));
      await run(tx, work, insertHours({ hours: JSON.stringify(hours) }));
    }
    await auditCaller(tx, context, 'onboarding.completed', tenant.id, { businessType });
  });
}

/** Returns the business that its owner may set up: nobody has permissions before. */
function tenantToSetUp({ role, tenant }: Caller): NonNullable<Caller['tenant']> {
  assertThat(isOwner(role), 'access.denied');
  const own = orNotFound(tenant, 'tenant.missing');
  assertThat(!own.suspended, 'tenant.suspended');
  return own;
}
