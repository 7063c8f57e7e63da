import type { TenantStaffPage } from '@samay/contract/platform/tenant-staff';
import type { StaffQuery } from '@samay/contract/tenancy/staff';
import type { SessionContext } from '../../../context/request-context.ts';
import { noteSupportAccess, within } from './context.ts';
import { listStaff } from './list.ts';

/** The staff of one business as its owner sees it, for a super admin; that they looked stands in the business's own log. */
export async function listTenantStaff(
  context: SessionContext,
  { params, query }: { params: { tenantId: string }; query: StaffQuery },
): Promise<TenantStaffPage> {
  const there = await within(context, params.tenantId);
  await noteSupportAccess(there, Boolean(query.search));
  const page = await listStaff(there, { query });
  return { ...page, business: { id: there.tenantId, name: there.tenantName, businessType: there.businessType } };
}
