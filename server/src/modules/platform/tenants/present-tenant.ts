import type { TenantLine } from '@samay/contract/platform/tenants';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { maskEmail } from '../../audit/index.ts';
import { findTenantRow, lockTenant, type TenantRow } from './tenant-queries.ts';

/** The business as the list shows it now. Throws `not_found`. */
export async function fetchTenant(tx: Tx, id: string): Promise<TenantLine> {
  return presentTenant(orNotFound(await findTenantRow(tx, id)));
}

/**
 * The business, locked for this transaction. Throws `not_found`, and `tenant.deleted` for a deleted
 * one.
 */
export async function lockUndeletedTenant(tx: Tx, id: string) {
  const tenant = orNotFound(await lockTenant(tx, id));
  assertThat(tenant.deleted_at === null, 'tenant.deleted');
  return tenant;
}

/** A business as the platform's list shows it, with masked addresses. */
export function presentTenant(row: TenantRow): TenantLine {
  const line = presentWholeTenant(row);
  return {
    ...line,
    email: line.email && maskEmail(line.email),
    ownerEmail: line.ownerEmail && maskEmail(line.ownerEmail),
  };
}

/** The same with full addresses, for a super admin who has given a reason. */
export function presentWholeTenant(row: TenantRow): TenantLine {
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? '',
    ownerName: row.owner_name,
    ownerEmail: row.owner_email,
    businessType: row.business_type,
    planId: row.plan_id,
    status: row.status,
    usersCount: row.users_count,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}
