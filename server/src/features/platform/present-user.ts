import type { PlatformUser } from '@samay/contract/platform-users';
import type { Caller } from '../../http/context.ts';
import { maskEmail } from '../looks/index.ts';
import type { UserRow } from './user-queries.ts';

/** A person as the platform's list shows them, and what may be done: nothing to oneself, and no super admin is deleted on a screen. */
export function presentUser(row: UserRow, caller: Caller): PlatformUser {
  const isOther = row.id !== caller.userId;
  const isDeleted = row.deleted_at !== null;
  return {
    id: row.id,
    email: maskEmail(row.email),
    name: row.full_name,
    role: row.role,
    tenant: row.tenant_id && row.tenant_name ? { id: row.tenant_id, name: row.tenant_name } : null,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    sessions: row.sessions,
    may: {
      delete: isOther && !isDeleted && row.role !== 'SUPER_ADMIN',
      restore: isDeleted,
      endSessions: isOther && row.sessions > 0,
    },
  };
}
