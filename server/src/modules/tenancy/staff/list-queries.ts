import { sql } from 'kysely';
import { containsPattern } from '../../../db/keyset-pagination.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { MemberRole } from './queries.ts';

/** A position in the list, newest first. */
export interface Key {
  readonly addedAt: Date;
  readonly id: string;
}

/** A member, or a pending invitation, which has `sent_at` and `expires_at`. */
export interface Row {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly added_at: Date;
  readonly sent_at: Date | null;
  readonly expires_at: Date | null;
}

interface Page {
  readonly search: string | undefined;
  readonly after: Key | undefined;
  readonly limit: number;
}

/** At most `limit` rows of the business, newest first. */
export async function listRows(tx: Tx, tenantId: string, { search, after, limit }: Page): Promise<Row[]> {
  return everyone(tx, tenantId)
    .where(matching(search))
    .where(after ? sql<boolean>`(added_at, id) < (${after.addedAt}, ${after.id})` : sql<boolean>`true`)
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findRow(tx: Tx, tenantId: string, id: string): Promise<Row | undefined> {
  return everyone(tx, tenantId).where('id', '=', id).executeTakeFirst();
}

/** Times are truncated to milliseconds, as in a cursor. */
function everyone(tx: Tx, tenantId: string) {
  const people = tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.full_name as name', 'memberships.role'])
    .select(sql<Date>`date_trunc('milliseconds', memberships.created_at)`.as('added_at'))
    .select([sql<Date | null>`null::timestamptz`.as('sent_at'), sql<Date | null>`null::timestamptz`.as('expires_at')])
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null);
  const invited = tx
    .selectFrom('invitations')
    .select(['id', 'email', sql<string | null>`null::text`.as('name'), 'role'])
    .select(sql<Date>`date_trunc('milliseconds', created_at)`.as('added_at'))
    .select(['sent_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('activated_at', 'is', null);
  return tx.selectFrom(people.unionAll(invited).as('staff')).select(['id', 'email', 'name', 'role', 'added_at', 'sent_at', 'expires_at']);
}

/** Matches a part of the name or address, case-insensitively. */
function matching(search: string | undefined) {
  if (!search) return sql<boolean>`true`;
  const pattern = containsPattern(search);
  return sql<boolean>`(lower(email) like ${pattern} or lower(coalesce(name, '')) like ${pattern})`;
}
