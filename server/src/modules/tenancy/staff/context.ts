import type { BusinessType } from '@samay/contract/core/roles';
import { asPlatform } from '../../../db/tenant.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import type { SessionContext, TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { reasonFor } from '../../audit/index.ts';
import { findTenant } from '../businesses/queries.ts';

/** A caller and the business whose staff they manage: any business for a super admin. */
export interface StaffContext extends Omit<TenantContext, 'businessType'> {
  /** The type; null until the business is set up. */
  readonly businessType: BusinessType | null;
}

/**
 * Creates the context of a super admin in a business. @throws `not_found`;
 * `platform.reason_needed`.
 */
export async function within(
  context: SessionContext,
  id: string,
): Promise<StaffContext & { readonly tenantName: string }> {
  const { database } = context.dependencies;
  const tenant = await asPlatform({ database }, async (tx) => {
    const found = orNotFound(await findTenant(tx, id));
    await reasonFor(tx, context, id);
    return found;
  });
  const { name: tenantName, business_type: businessType } = tenant;
  return { ...context, database, tenantId: tenantIdOf(tenant.id), tenantName, businessType };
}
