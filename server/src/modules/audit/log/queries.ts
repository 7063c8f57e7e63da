import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import type { Tx } from '../../../db/tenant.ts';

/** An event of the audit log: who did what, to which object. */
export interface AuditRow {
  readonly tenantId: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly action: string;
  readonly object: string;
  readonly detail: object;
  readonly requestId: string;
}

export async function insertAuditRow(tx: Tx, row: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      tenant_id: row.tenantId,
      at: row.at,
      actor_id: row.actorId,
      action: row.action,
      object: row.object,
      detail: JSON.stringify(row.detail),
      request_id: row.requestId,
    })
    .execute();
}

/** What an audit row says, for the statement that makes the change. */
export interface AuditValues {
  readonly auditedAt: Date;
  readonly actorId: string | null;
  readonly action: string;
  /** JSON. */
  readonly detail: string;
  readonly requestId: string;
}

/** Inserts an audit row for each row of another part of the same statement, whose column `id` is what was changed. */
export function auditRows(values: AuditValues & { readonly tenantId: string }, changed: string): RawBuilder<unknown> {
  return sql`insert into audit_log (tenant_id, at, actor_id, action, object, detail, request_id)
    select ${values.tenantId}, ${values.auditedAt}, ${values.actorId}, ${values.action}, id::text, ${values.detail}, ${values.requestId}
    from ${sql.table(changed)}`;
}

export interface AuditFilters {
  readonly tenantId: string;
  /** A noun, or a whole `noun.verb`. */
  readonly action: string | undefined;
  readonly actor: string | undefined;
  /** A day in India. */
  readonly day: string | undefined;
  readonly place: { readonly micros: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** A business's audit log, newest first. A business reads the names of its own people only, the platform those of everybody. */
export async function listAuditRows(tx: Tx, { tenantId, action, actor, day, place, limit }: AuditFilters) {
  return tx
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      microsOf('audit_log.at').as('micros'),
      'audit_log.at',
      'audit_log.actor_id',
      'users.full_name',
      'users.email',
      'audit_log.action',
      'audit_log.object',
      'audit_log.detail',
    ])
    .where('audit_log.tenant_id', '=', tenantId)
    .where(action ? ofAction(action) : always)
    .where(actor ? sql<SqlBool>`audit_log.actor_id = ${actor}` : always)
    .where(day ? onDay(day) : always)
    .where(olderThan({ at: 'audit_log.at', id: 'audit_log.id' }, place))
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
}

export type AuditRowRead = Awaited<ReturnType<typeof listAuditRows>>[number];

/** The people of the transaction's business. */
export async function listColleagues(tx: Tx) {
  return tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.full_name', 'users.email'])
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();
}

const always = sql<SqlBool>`true`;

function ofAction(action: string): Expression<SqlBool> {
  const [noun = ''] = action.split('.');
  const ofNoun = sql<SqlBool>`audit_log.noun = ${noun}`;
  return action.includes('.') ? sql<SqlBool>`${ofNoun} and audit_log.action = ${action}` : ofNoun;
}

function onDay(day: string): Expression<SqlBool> {
  return sql<SqlBool>`audit_log.at >= (${day}::timestamp at time zone 'Asia/Kolkata')
    and audit_log.at < ((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;
}
