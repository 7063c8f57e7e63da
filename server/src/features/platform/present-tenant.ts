import type { TenantLine } from '@samay/contract/platform';
import type { TenantRow } from './tenant-queries.ts';

/** A business as the platform's list shows it. */
export function presentTenant(row: TenantRow): TenantLine {
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
