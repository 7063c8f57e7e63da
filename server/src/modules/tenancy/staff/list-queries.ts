import { sql } from 'kysely';
import { containsPattern } from '../../../db/keyset-pagination.ts';
import { type QueryBuilder, type Statement, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import type { MemberRole } from './queries.ts';

/** A position in the list, newest first. */
interface Key {
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
export function listRows({ search, after, limit }: Page): Statement<Row> {
  const values = {
    pattern: containsPattern(search ?? ''),
    addedAt: after?.addedAt ?? null,
    id: after?.id ?? '',
    limit,
  };
  return selectRows(values, { isSearch: Boolean(search), isFirst: after === undefined });
}

interface Values {
  readonly pattern: string;
  readonly addedAt: Date | null;
  readonly id: string;
  readonly limit: number;
}

const selectRows = statement<Values, Row, { isSearch: boolean; isFirst: boolean }>(
  (db, { tenantId, pattern, addedAt, id, limit }, { isSearch, isFirst }) =>
    everyone(db, tenantId)
      .$if(isSearch, (query) =>
        query.where(
          sql<boolean>`(lower(email) like ${pattern} or lower(coalesce(name, '')) like ${pattern})`,
        ),
      )
      .$if(!isFirst, (query) =>
        query.where(sql<boolean>`(added_at, id) < (${addedAt}::timestamptz, ${id}::uuid)`),
      )
      .orderBy('added_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
);

/** Reads one of them; no row for an unknown id. */
export const readRow = statement<{ id: string }, Row>((db, { tenantId, id }) =>
  everyone(db, tenantId).where('id', '=', id),
);

/** Times are truncated to milliseconds, as in a cursor. */
function everyone(db: QueryBuilder, tenantId: TenantId) {
  const people = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.full_name as name', 'memberships.role'])
    .select(sql<Date>`date_trunc('milliseconds', memberships.created_at)`.as('added_at'))
    .select([
      sql<Date | null>`null::timestamptz`.as('sent_at'),
      sql<Date | null>`null::timestamptz`.as('expires_at'),
    ])
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null);
  const invited = db
    .selectFrom('invitations')
    .select(['id', 'email', sql<string | null>`null::text`.as('name'), 'role'])
    .select(sql<Date>`date_trunc('milliseconds', created_at)`.as('added_at'))
    .select(['sent_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('activated_at', 'is', null);
  return db
    .selectFrom(people.unionAll(invited).as('staff'))
    .select(['id', 'email', 'name', 'role', 'added_at', 'sent_at', 'expires_at']);
}
