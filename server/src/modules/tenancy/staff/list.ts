import type { TenantStaffPage } from '@samay/contract/platform/tenant-staff';
import type { StaffPage, StaffQuery, StaffRow } from '@samay/contract/tenancy/staff';
import { allowed, type SessionContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenantAsPlatform } from '../../../db/tenant.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { maskEmail, noteSupportAccess } from '../../audit/index.ts';
import { type StaffContext, within } from './context.ts';
import { givable, mayWith } from './policy.ts';
import { listRows, type Row } from './queries.ts';

export async function listStaff(
  context: StaffContext,
  { query: { search, cursor, limit } }: { query: StaffQuery },
): Promise<StaffPage> {
  // Reads one row more than a page, which shows that the list continues.
  const { found } = await readInOneMessage(context, {
    found: listRows({ search, after: readCursor(cursor), limit: limit + 1 }),
  });
  return { ...makePage(found, limit, (row) => present(row, context)), givable: givable(context) };
}

/** Lists the staff of one business for a super admin, after the access is audited in its log. */
export async function listTenantStaff(
  context: SessionContext,
  { params, query }: { params: { tenantId: string }; query: StaffQuery },
): Promise<TenantStaffPage> {
  const there = await within(context, params.tenantId);
  const { tenantId, tenantName: name, businessType } = there;
  const detail = { searched: Boolean(query.search) };
  await inTenantAsPlatform(there, (tx) =>
    noteSupportAccess(tx, there, { tenantId, action: 'platform.staff_viewed', detail }),
  );
  return { ...(await listStaff(there, { query })), business: { id: tenantId, name, businessType } };
}

/** Presents a row; the platform sees a masked address. */
export function present(row: Row, context: StaffContext): StaffRow {
  const { sent_at: sentAt, expires_at: expiresAt } = row;
  const isSelf = row.id === context.caller.userId;
  const invitation =
    sentAt && expiresAt
      ? {
          sentAt: sentAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          isExpired: expiresAt <= context.now,
        }
      : null;
  return {
    id: row.id,
    email: allowed(context, 'platform.manage') ? maskEmail(row.email) : row.email,
    name: row.name,
    role: row.role,
    status: invitation ? 'pending' : 'active',
    addedAt: row.added_at.toISOString(),
    invitation,
    isSelf,
    may: mayWith({ isSelf, isPending: invitation !== null }, context),
  };
}
