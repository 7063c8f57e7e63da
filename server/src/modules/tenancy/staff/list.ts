import type { TenantStaffPage } from '@samay/contract/platform/tenant-staff';
import type { StaffPage, StaffQuery } from '@samay/contract/tenancy/staff';
import type { SessionContext } from '../../../context/request-context.ts';
import { readAtOnce } from '../../../db/read-at-once.ts';
import { AppError } from '../../../core/app-error.ts';
import { noteSupportAccess, type StaffContext, within } from './context.ts';
import { type Key, listRows } from './list-queries.ts';
import { givable } from './policy.ts';
import { present } from './present.ts';

/**
 * Lists a page of members and pending invitations, newest first. Keyset pagination: rows added or
 * removed meanwhile do not shift it.
 */
export async function listStaff(context: StaffContext, { query }: { query: StaffQuery }): Promise<StaffPage> {
  const after = query.cursor ? readCursor(query.cursor) : undefined;
  // One row more than a page: its presence says that the list goes on.
  const { found } = await readAtOnce(context, {
    found: listRows({ search: query.search, after, limit: query.limit + 1 }),
  });
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => present(row, context)),
    next: found.length > query.limit && last ? `${last.added_at.toISOString()}_${last.id}` : null,
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

function readCursor(text: string): Key {
  const [, at, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? [];
  const addedAt = new Date(at ?? '');
  if (!id || Number.isNaN(addedAt.getTime()))
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  return { addedAt, id };
}
