import type { BusinessType } from '@samay/contract/core/roles';
import { asPlatform, inTenantAsPlatform } from '../../../db/tenant.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { allowed, type SessionContext, type TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { noteSupportAccess as note, reasonFor } from '../../audit/index.ts';
import { findTenant } from './queries.ts';

/** A caller and the business whose staff they manage: their own, or any for a super admin. */
export interface StaffContext extends Omit<TenantContext, 'businessType'> {
  /** Null until the business is set up. */
  readonly businessType: BusinessType | null;
}

/**
 * The context of a super admin in a business, for which they have given a reason. @throws
 * `not_found` if the business is deleted or does not exist; `platform.reason_needed`.
 */
export async function within(
  context: SessionContext,
  tenantId: string,
): Promise<StaffContext & { readonly tenantName: string }> {
  const { database } = context.dependencies;
  const tenant = await asPlatform({ database }, async (tx) => {
    const found = orNotFound(await findTenant(tx, tenantId));
    await reasonFor(tx, context, tenantId);
    return found;
  });
  return {
    ...context,
    database,
    tenantId: tenantIdOf(tenant.id),
    tenantName: tenant.name,
    businessType: tenant.business_type,
  };
}

/**
 * Audits a support access to the staff list in the business's own log, before any data is returned.
 */
export async function noteSupportAccess(context: StaffContext, searched: boolean): Promise<void> {
  const { tenantId } = context;
  await inTenantAsPlatform(context, (tx) =>
    note(tx, context, { tenantId, action: 'platform.staff_viewed', detail: { searched } }),
  );
}

/**
 * Whether the caller may change this staff: as an owner of a business that is not suspended, or as
 * a super admin.
 */
export function mayChange(context: StaffContext): boolean {
  if (allowed(context, 'platform.manage')) return true;
  return allowed(context, 'staff.write') && context.caller.tenant?.suspended === false;
}
