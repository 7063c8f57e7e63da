import type { BusinessProfile } from '@samay/contract/tenancy/onboarding';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { findProfile, type ProfileRow } from './queries.ts';

/** Shows the business's name, hours and days. */
export async function getBusinessProfile(context: TenantContext): Promise<BusinessProfile> {
  return readInTenant(context, async (tx) => presentProfile(orNotFound(await findProfile(tx))));
}

export function presentProfile(row: ProfileRow): BusinessProfile {
  return { name: row.name, timeSlots: row.time_slots, operatingDays: row.operating_days };
}
