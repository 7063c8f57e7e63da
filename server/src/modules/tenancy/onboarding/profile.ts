import type { BusinessProfile, changeBusinessProfile as endpoint } from '@samay/contract/tenancy/onboarding';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { inTenant, readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { findProfile, type ProfileRow, renameTenant, updateProfile } from './queries.ts';

/** Shows the business's name, hours and days. */
export async function getBusinessProfile(context: TenantContext): Promise<BusinessProfile> {
  return readInTenant(context, async (tx) => presentProfile(orNotFound(await findProfile(tx))));
}

function presentProfile(row: ProfileRow): BusinessProfile {
  return { name: row.name, timeSlots: row.time_slots, operatingDays: row.operating_days };
}

/** Changes the business's name, hours and days. Its type stays, since bookings depend on it. Fields left out stay (decisions, "People"). */
export async function changeBusinessProfile(context: TenantContext, { body }: { body: BodyOf<typeof endpoint> }): Promise<BusinessProfile> {
  const { name, timeSlots, operatingDays } = body;
  return inTenant(context, async (tx) => {
    await updateProfile(tx, {
      ...(name !== undefined && context.businessType === 'turf' && { business_name: name }),
      ...(timeSlots && { time_slots: JSON.stringify(timeSlots) }),
      ...(operatingDays && { operating_days: operatingDays }),
      updated_at: context.now,
    });
    if (name !== undefined) await renameTenant(tx, name);
    await audit(tx, context, 'business_profile.changed', context.tenantId, { changed: Object.keys(body) });
    return presentProfile(orNotFound(await findProfile(tx)));
  });
}
