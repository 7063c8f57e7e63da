import type { PlatformUser } from '@samay/contract/platform/users';
import type { Caller } from '../../../context/request-context.ts';
import { maskEmail, maskName } from '../../audit/index.ts';
import type { UserRow } from './user-queries.ts';

interface Viewer {
  readonly caller: Caller;
  /** The caller has said why they look into this person's business. */
  readonly hasReason: boolean;
}

/**
 * A person as the platform's list shows them, and what may be done: nothing to oneself, and no super admin is deleted on a screen. The people
 * of a business have their names only for who has said why.
 */
export function presentUser(row: UserRow, { caller, hasReason }: Viewer): PlatformUser {
  const isOther = row.id !== caller.userId;
  const isDeleted = row.deleted_at !== null;
  const isWhole = hasReason || row.tenant_id === null;
  return {
    id: row.id,
    email: maskEmail(row.email),
    name: row.full_name === null || isWhole ? row.full_name : maskName(row.full_name),
    role: row.role,
    tenant: row.tenant_id && row.tenant_name ? { id: row.tenant_id, name: row.tenant_name } : null,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    status: isDeleted ? 'deleted' : row.is_pending ? 'pending' : 'active',
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    sessions: row.sessions,
    may: {
      delete: isOther && !isDeleted && row.role !== 'SUPER_ADMIN',
      restore: isDeleted,
      endSessions: isOther && row.sessions > 0,
    },
  };
}
