import type { TenantStaffPage } from '@samay/contract/platform/tenant-staff';
import type { StaffPage, StaffQuery } from '@samay/contract/tenancy/staff';
import type { SessionContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { noteSupportAccess, type StaffContext, within } from './context.ts';
import { listRows } from './list-queries.ts';
import { givable } from './policy.ts';
import { present } from './present.ts';

/**
 * Lists a page of members and pending invitations, newest first. Keyset pagination: rows added or
 * removed meanwhile do not shift it.
 */
export async function listStaff(context: StaffContext, { query }: { query: StaffQuery }): Promise<StaffPage> {
  const place = readCursor(query.cursor);
  const after = place && { addedAt: new Date(place.micros / 1000), id: place.id };
  // One row more than a page: its presence says that the list goes on.
  const { found } = await readInOneMessage(context, {
    found: listRows({ search: query.search, after, limit: query.limit + 1 }),
  });
  const rows = found.map((row) => ({ ...row, micros: row.added_at.getTime() * 1000 }));
  return {
    ...pageOf(rows, query.limit, (row) => present(row, context)),
    givable: givable(context),
  };
}

/**
 * Lists the staff of one business for a super admin. The access is audited in the business's own
 * log.
 */
export async function listTenantStaff(
  context: SessionContext,
  { params, query }: { params: { tenantId: string }; query: StaffQuery },
): Promise<TenantStaffPage> {
  const there = await within(context, params.tenantId);
  await noteSupportAccess(there, Boolean(query.search));
  const page = await listStaff(there, { query });
  return {
    ...page,
    business: { id: there.tenantId, name: there.tenantName, businessType: there.businessType },
  };
}
