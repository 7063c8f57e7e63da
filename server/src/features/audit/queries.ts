import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Tx } from '../../db/tenant.ts';

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

const chainedColumns = ['tenant_id', 'id', 'at', 'actor_id', 'action', 'object', 'detail', 'request_id'] as const;
const linkColumns = ['tenant_id', 'position', 'audit_id', 'audited_at', 'hash'] as const;
export type UnchainedRow = Pick<Selectable<Schema['audit_log']>, (typeof chainedColumns)[number]>;
export type ChainLink = Pick<Selectable<Schema['audit_chain']>, (typeof linkColumns)[number]>;

/** One chaining at a time, over all processes, until the transaction ends. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('audit chain'))`.execute(tx);
}

/** Audit rows that are in no chain yet, oldest first. Rows committed late may be up to an hour older than the chain's end. */
export async function listUnchained(tx: Tx, limit: number): Promise<UnchainedRow[]> {
  return tx
    .selectFrom('audit_log')
    .select(chainedColumns)
    .where(sql<boolean>`audit_log.at > coalesce((select max(audited_at) from audit_chain), '-infinity') - interval '1 hour'`)
    .where(
      sql<boolean>`not exists (select from audit_chain where audit_chain.tenant_id = audit_log.tenant_id and audit_chain.audit_id = audit_log.id)`,
    )
    .orderBy('audit_log.at')
    .orderBy('audit_log.id')
    .limit(limit)
    .execute();
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

/** A business's chain in order, each link with the row it covers, undefined where that is gone. */
export async function listChain(tx: Tx, tenantId: string): Promise<{ link: ChainLink; row: UnchainedRow | undefined }[]> {
  const links = await tx.selectFrom('audit_chain').select(linkColumns).where('tenant_id', '=', tenantId).orderBy('position').execute();
  const rows = await tx.selectFrom('audit_log').select(chainedColumns).where('tenant_id', '=', tenantId).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return links.map((link) => ({ link, row: byId.get(link.audit_id) }));
}
