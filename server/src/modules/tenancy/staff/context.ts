import type { BusinessType } from '@samay/contract/core/roles';
import { asPlatform } from '../../../db/tenant.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { allowed, type SessionContext, type TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { noteSupportAccess as note, reasonFor } from '../../audit/index.ts';
import { findTenant } from './queries.ts';

/** A caller and the business whose staff they see to: their own, or any for a super admin. */
export interface StaffContext extends Omit<TenantContext, 'businessType'> {
  /** Null until the business is set up. */
  readonly businessType: BusinessType | null;
}

/**
 * Somebody of the platform at the staff of a business, having said why. @throws `not_found` where that is deleted or was never there;
 * `platform.reason_needed`.
 */
export async function within(context: SessionContext, tenantId: string): Promise<StaffContext & { readonly tenantName: string }> {
  const { database } = context.dependencies;
  const tenant = await asPlatform({ database }, async (tx) => {
    const there = orNotFound(await findTenant(tx, tenantId));
    await reasonFor(tx, context, tenantId);
    return there;
  });
  return { ...context, database, tenantId: tenantIdOf(tenant.id), tenantName: tenant.name, businessType: tenant.business_type };
}

/** Notes that the platform looked and why, in the business's own log, before anything is shown. */
export async function noteSupportAccess(context: StaffContext, searched: boolean): Promise<void> {
  const { tenantId } = context;
  await asPlatform(context, (tx) => note(tx, context, { tenantId, action: 'platform.staff_viewed', detail: { searched } }));
}

/** Whether the caller changes the staff here at all: an owner of a business that is not suspended, or the platform. */
export function mayChange(context: StaffContext): boolean {
  if (allowed(context, 'platform.manage')) return true;
  return allowed(context, 'staff.write') && context.caller.tenant?.suspended === false;
}
