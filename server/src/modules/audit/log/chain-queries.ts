import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/client/schema.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';

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

/** Locks the chain over all processes until the end of the transaction. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('audit chain'))`.execute(tx);
}

/**
 * Queues the next unchained rows from before migration 0036, by business, oldest first. Does nothing once all of them have been read.
 */
export async function queueUnchainedRows(tx: Tx, most: number): Promise<void> {
  await sql`insert into audit_adoption (tenant_id, at, audit_id, is_done)
    values (${platformTenant}, '-infinity', ${platformTenant}, false) on conflict (singleton) do nothing`.execute(tx);
  await sql`with place as (select tenant_id, at, audit_id from audit_adoption where not is_done for update),
    page as (
      select log.tenant_id, log.at, log.id from place cross join lateral (
        select tenant_id, at, id from audit_log
        where (audit_log.tenant_id, audit_log.at, audit_log.id) > (place.tenant_id, place.at, place.audit_id)
        order by tenant_id, at, id limit ${most}) as log),
    adopted as (
      insert into audit_waiting (tenant_id, audit_id)
      select tenant_id, id from page
      where not exists (select from audit_chain where audit_chain.tenant_id = page.tenant_id and audit_chain.audit_id = page.id)
      order by tenant_id, at, id
      on conflict (tenant_id, audit_id) do nothing),
    last as (select tenant_id, at, id from page order by tenant_id desc, at desc, id desc limit 1)
    update audit_adoption set tenant_id = coalesce(last.tenant_id, audit_adoption.tenant_id), at = coalesce(last.at, audit_adoption.at),
      audit_id = coalesce(last.id, audit_adoption.audit_id), is_done = (select count(*) < ${most} from page)
    from place left join last on true
    where not audit_adoption.is_done`.execute(tx);
}

/** Whether every unchained row is queued. */
export async function allWait(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('audit_adoption').select('is_done').executeTakeFirst();
  return row?.is_done ?? false;
}

/** A place in the queue with its audit row; null if the row is chained already or deleted. */
export interface WaitingRow {
  readonly sequence: number;
  readonly row: LoggedRow | null;
}

/** The queued rows in the order in which they were written. */
export async function listWaiting(tx: Tx, limit: number): Promise<WaitingRow[]> {
  const waiting = await tx
    .selectFrom('audit_waiting')
    .select(['tenant_id', 'audit_id', 'sequence'])
    .orderBy('sequence')
    .limit(limit)
    .execute();
  const [tenants, ids] = [waiting.map((row) => row.tenant_id), waiting.map((row) => row.audit_id)];
  const rows = await tx
    .selectFrom('audit_log')
    .select(loggedColumns)
    .where(sql<boolean>`(audit_log.tenant_id, audit_log.id) in (
      select tenant_id, id from unnest(${tenants}::uuid[], ${ids}::uuid[]) as waiting (tenant_id, id))`)
    .where(
      sql<boolean>`not exists (select from audit_chain where audit_chain.tenant_id = audit_log.tenant_id and audit_chain.audit_id = audit_log.id)`,
    )
    .execute();
  const byKey = new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, row]));
  return waiting.map(({ tenant_id: tenant, audit_id: id, sequence }) => ({ sequence, row: byKey.get(`${tenant} ${id}`) ?? null }));
}

export async function removeWaiting(tx: Tx, sequences: readonly number[]): Promise<void> {
  await sql`delete from audit_waiting where sequence = any(${[...sequences]}::bigint[])`.execute(tx);
}

export async function findChainEnd(tx: Tx, tenantId: string): Promise<{ position: number; hash: string } | undefined> {
  return tx
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .where('tenant_id', '=', tenantId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function appendLinks(tx: Tx, links: ChainLink[]): Promise<void> {
  if (links.length > 0) await tx.insertInto('audit_chain').values(links).execute();
}

/** The next links of a business's chain, each with its audit row; undefined if that is deleted. */
export async function listLinks(
  tx: Tx,
  { tenantId, after, limit }: { tenantId: string; after: number; limit: number },
): Promise<{ link: Pick<ChainLink, 'position' | 'audit_id' | 'hash'>; row: LoggedRow | undefined }[]> {
  const links = await tx
    .selectFrom('audit_chain')
    .select(['position', 'audit_id', 'hash'])
    .where('tenant_id', '=', tenantId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
  const ids = links.map((link) => link.audit_id);
  const rows = await tx
    .selectFrom('audit_log')
    .select(loggedColumns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`audit_log.id = any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return links.map((link) => ({ link, row: byId.get(link.audit_id) }));
}

/** The next rows of a business by id, and whether each is chained or queued. */
export async function listRowIds(
  tx: Tx,
  { tenantId, after, limit }: { tenantId: string; after: string | null; limit: number },
): Promise<{ id: string; is_known: boolean }[]> {
  const { rows } = await sql<{ id: string; is_known: boolean }>`select log.id,
      exists (select from audit_chain where audit_chain.tenant_id = ${tenantId} and audit_chain.audit_id = log.id)
      or exists (select from audit_waiting where audit_waiting.tenant_id = ${tenantId} and audit_waiting.audit_id = log.id) as is_known
    from (
      select id from audit_log where tenant_id = ${tenantId} and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}) as log
    order by log.id`.execute(tx);
  return rows;
}
