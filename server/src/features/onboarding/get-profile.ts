import type { BusinessProfile } from '@samay/contract/onboarding';
import { readInTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { found } from '../../refusal.ts';
import { present } from './present.ts';
import { findProfile } from './queries.ts';

/** The business's name, hours and days. */
export async function getBusinessProfile(context: TenantContext): Promise<BusinessProfile> {
  return readInTenant(context, async (tx) => present(found(await findProfile(tx))));
}
