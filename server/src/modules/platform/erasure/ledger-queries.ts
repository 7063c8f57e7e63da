import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

export interface ErasureRow {
  readonly kind: 'tenant' | 'user';
  readonly subjectId: string;
  readonly deletedAt: Date;
  readonly erasedAt: Date;
}

/** The ledger: what was erased, by ids. */
export async function listErasures(tx: Tx): Promise<ErasureRow[]> {
  const rows = await tx
    .selectFrom('erasures')
    .select(['kind', 'subject_id', 'deleted_at', 'erased_at'])
    .orderBy('erased_at')
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    subjectId: row.subject_id,
    deletedAt: row.deleted_at,
    erasedAt: row.erased_at,
  }));
}

/** Adds the rows of another database's ledger that are missing here. */
export async function addErasures(tx: Tx, rows: readonly ErasureRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into erasures (kind, subject_id, deleted_at, erased_at)
    select kind, subject_id, deleted_at, erased_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as carried (kind text, "subjectId" uuid, "deletedAt" timestamptz, "erasedAt" timestamptz),
      lateral (select "subjectId" as subject_id, "deletedAt" as deleted_at, "erasedAt" as erased_at) as named
    on conflict do nothing`.execute(tx);
}

/** How many businesses and people are here although the ledger says that they were erased. */
export async function countToErase(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from erasures join tenants on kind = 'tenant' and subject_id = tenants.id)
      + (select count(*) from erasures join users on kind = 'user' and subject_id = users.id))::int as count`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Ends all sessions of everybody. */
export async function endEverySession(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: 'restored' })
    .where('ended_at', 'is', null)
    .execute();
}
