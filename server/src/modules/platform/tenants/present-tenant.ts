import type { TenantLine } from '@samay/contract/platform/tenants';
import { maskEmail } from '../../audit/index.ts';
import type { TenantRow } from './tenant-queries.ts';

/** A business as the platform's list shows it: addresses are whole only in its view, for who has said why they look. */
export function presentTenant(row: TenantRow): TenantLine {
  const line = presentWholeTenant(row);
  return { ...line, email: line.email && maskEmail(line.email), ownerEmail: line.ownerEmail && maskEmail(line.ownerEmail) };
}

/** The same with the addresses that the platform deals with. */
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
