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
 * Queues the next unchained rows from before migration 0036, by business, oldest first. Does
 * nothing once all of them have been read.
 */
export async function queueUnchainedRows(tx: Tx, most: number): Promise<void> {
  await sql`insert into audit_adoption (tenant_id, at, audit_id, is_done)
    values (${platformTenant}, '-infinity', ${platformTenant}, false) on conflict (singleton) do nothing`.execute(
    tx,
  );
  // As text: a Date holds no microseconds.
  const { rows: places } = await sql<{ tenant_id: string; moment: string; audit_id: string }>`
    select tenant_id, at::text as moment, audit_id from audit_adoption where not is_done for update`.execute(
    tx,
  );
  const [place] = places;
  if (!place) return;
  const { rows: page } = await sql<{ tenant_id: string; moment: string; id: string; is_chained: boolean }>`
    select log.tenant_id, log.at::text as moment, log.id, exists (
      select from audit_chain where audit_chain.tenant_id = log.tenant_id and audit_chain.audit_id = log.id) as is_chained
    from audit_log as log
    where (log.tenant_id, log.at, log.id) > (${place.tenant_id}::uuid, ${place.moment}::timestamptz, ${place.audit_id}::uuid)
    order by log.tenant_id, log.at, log.id limit ${most}`.execute(tx);
  const unchained = page
    .filter((row) => !row.is_chained)
    .map((row) => ({ tenant_id: row.tenant_id, audit_id: row.id }));
  if (unchained.length > 0)
    await tx
      .insertInto('audit_waiting')
      .values(unchained)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'audit_id']).doNothing())
      .execute();
  const last = page.at(-1) ?? { ...place, id: place.audit_id };
  await sql`update audit_adoption set tenant_id = ${last.tenant_id}, at = ${last.moment}::timestamptz, audit_id = ${last.id},
    is_done = ${page.length < most}`.execute(tx);
}

/** Whether every unchained row is queued. */
export async function allWait(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('audit_adoption').select('is_done').executeTakeFirst();
  return row?.is_done ?? false;
}

/** A place in the queue with its audit row; null if the row is chained already or deleted. */
export interface WaitingRow {
  /** As text: on a worker of a cluster it may exceed what JavaScript counts. */
  readonly sequence: string;
  readonly row: LoggedRow | null;
}

/** The queued rows in the order in which they were written. */
export async function listWaiting(tx: Tx, limit: number): Promise<WaitingRow[]> {
  const waiting = await tx
    .selectFrom('audit_waiting')
    .select(['tenant_id', 'audit_id', sql<string>`sequence::text`.as('place')])
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
  return waiting.map(({ tenant_id: tenant, audit_id: id, place }) => ({
    sequence: place,
    row: byKey.get(`${tenant} ${id}`) ?? null,
  }));
}

export async function removeWaiting(tx: Tx, sequences: readonly string[]): Promise<void> {
  await sql`delete from audit_waiting where sequence = any(${[...sequences]}::bigint[])`.execute(tx);
}

export async function findChainEnd(
  tx: Tx,
  tenantId: string,
): Promise<{ position: number; hash: string } | undefined> {
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
