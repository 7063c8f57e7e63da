import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import { platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';

export type LoggedRow = Pick<
  Selectable<Schema['audit_log']>,
  'tenant_id' | 'id' | 'at' | 'actor_id' | 'action' | 'object' | 'detail' | 'request_id'
>;
export type ChainLink = Selectable<Schema['audit_chain']>;

const loggedColumns = [
  'audit_log.tenant_id',
  'audit_log.id',
  'audit_log.at',
  'audit_log.actor_id',
  'audit_log.action',
  'audit_log.object',
  'audit_log.detail',
  'audit_log.request_id',
] as const;

/** Locks the chain over all processes. */
export const lockChain = statement<object, object>(
  () => sql`select pg_advisory_xact_lock(hashtext('audit chain'))`,
);

const readQueue = statement<{ limit: number }, { tenant_id: string; audit_id: string; place: string }>(
  (db, { limit }) =>
    db
      .selectFrom('audit_waiting')
      .select(['tenant_id', 'audit_id', sql<string>`sequence::text`.as('place')])
      .orderBy('sequence')
      .limit(limit),
);

const readUnchained = statement<{ tenants: string[]; ids: string[] }, LoggedRow>((db, { tenants, ids }) =>
  db
    .selectFrom('audit_log')
    .select(loggedColumns)
    .where(sql<boolean>`(audit_log.tenant_id, audit_log.id) in (
      select tenant_id, id from unnest(${tenants}::uuid[], ${ids}::uuid[]) as waiting (tenant_id, id))`)
    .where(
      sql<boolean>`not exists (select from audit_chain where audit_chain.tenant_id = audit_log.tenant_id and audit_chain.audit_id = audit_log.id)`,
    ),
);

/**
 * Lists the queued places in the order in which they were written, each with its audit row; null if
 * it is already chained or deleted. A place is text: on a worker of a cluster it may exceed
 * JavaScript's exact numbers.
 */
export async function listWaiting(tx: Tx, limit: number) {
  const waiting = await run(tx, platform, readQueue({ limit }));
  const [tenants, ids] = [waiting.map((row) => row.tenant_id), waiting.map((row) => row.audit_id)];
  const rows = await run(tx, platform, readUnchained({ tenants, ids }));
  const byKey = new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, row]));
  return waiting.map(({ tenant_id: tenant, audit_id: id, place }) => ({
    sequence: place,
    row: byKey.get(`${tenant} ${id}`) ?? null,
  }));
}

export const removeWaiting = statement<{ sequences: readonly string[] }, object>(
  (_, { sequences }) => sql`delete from audit_waiting where sequence = any(${sequences}::bigint[])`,
);

export const readChainEnd = statement<object, Pick<ChainLink, 'position' | 'hash'>>((db, { tenantId }) =>
  db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .where('tenant_id', '=', tenantId)
    .orderBy('position', 'desc')
    .limit(1),
);

/** Appends the links of a JSON array. */
export const appendLinks = statement<{ links: string }, object>(
  (_, { links }) => sql`insert into audit_chain (tenant_id, position, audit_id, audited_at, hash)
    select tenant_id, position, audit_id, audited_at, hash from json_populate_recordset(null::audit_chain, ${links})
    returning audit_id`,
);

interface Slice<After> {
  readonly after: After;
  readonly limit: number;
}

const readLinks = statement<Slice<number>, Pick<ChainLink, 'position' | 'audit_id' | 'hash'>>(
  (db, { tenantId, after, limit }) =>
    db
      .selectFrom('audit_chain')
      .select(['position', 'audit_id', 'hash'])
      .where('tenant_id', '=', tenantId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit),
);

const readLogged = statement<{ ids: string[] }, LoggedRow>((db, { tenantId, ids }) =>
  db
    .selectFrom('audit_log')
    .select(loggedColumns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`audit_log.id = any(${ids}::uuid[])`),
);

/** Lists the next links of a chain, each with its audit row; null for a deleted one. */
export async function listLinks(tx: Tx, of: { tenantId: string }, slice: Slice<number>) {
  const links = await run(tx, of, readLinks(slice));
  const rows = await run(tx, of, readLogged({ ids: links.map((link) => link.audit_id) }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return links.map((link) => ({ link, row: byId.get(link.audit_id) }));
}

/** Lists the next rows of a business by id, and whether each is chained or queued. */
export const readRowIds = statement<Slice<string | null>, { id: string; is_known: boolean }>(
  (_, { tenantId, after, limit }) => sql<{ id: string; is_known: boolean }>`select log.id,
      exists (select from audit_chain where audit_chain.tenant_id = ${tenantId} and audit_chain.audit_id = log.id)
      or exists (select from audit_waiting where audit_waiting.tenant_id = ${tenantId} and audit_waiting.audit_id = log.id) as is_known
    from (
      select id from audit_log where tenant_id = ${tenantId} and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}) as log
    order by log.id`,
);
