import type { StaffRow } from '@samay/contract/tenancy/staff';
import { allowed } from '../../../context/request-context.ts';
import { maskEmail } from '../../audit/index.ts';
import type { StaffContext } from './context.ts';
import type { Row } from './list-queries.ts';
import { mayWith } from './policy.ts';

/** A row as the contract shows it to this caller; the platform sees a masked address. */
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
