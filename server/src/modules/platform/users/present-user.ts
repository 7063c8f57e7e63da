import type { PlatformUser } from '@samay/contract/platform/users';
import type { Caller, SessionContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { maskEmail, maskName } from '../../audit/index.ts';
import { findUserRow, type UserRow } from './user-queries.ts';

/**
 * The person as the list shows them now, with a masked name where they belong to a business. Throws
 * `not_found`.
 */
export async function fetchUser(tx: Tx, { caller, now }: SessionContext, id: string): Promise<PlatformUser> {
  return presentUser(orNotFound(await findUserRow(tx, id, now)), { caller, hasReason: false });
}

interface Viewer {
  readonly caller: Caller;
  /** The caller has given a reason for accessing this person's business. */
  readonly hasReason: boolean;
}

/**
 * A person as the platform's list shows them, with what the caller may do: nothing to oneself, and
 * no super admin is deleted on a screen. The names of a business's people are masked until the
 * caller has given a reason.
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
      removeFactor: isOther && !isDeleted && row.has_factor,
    },
  };
}
