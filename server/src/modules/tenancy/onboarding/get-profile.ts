import type { BusinessProfile } from '@samay/contract/tenancy/onboarding';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { present } from './present.ts';
import { findProfile } from './queries.ts';

/** The business's name, hours and days. */
export async function getBusinessProfile(context: TenantContext): Promise<BusinessProfile> {
  return readInTenant(context, async (tx) => present(orNotFound(await findProfile(tx))));
}
