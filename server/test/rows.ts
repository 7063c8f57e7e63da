import { sql } from 'kysely';
import { asPlatform, type Tx } from '../src/db/tenant.ts';
import type { TestApp } from './app.ts';

/** Tables in which sign-in and refused tries leave their own marks, so that "nothing changed" is asked of the others. */
const bookkeeping = new Set(['audit_log', 'audit_chain', 'audit_waiting', 'sessions']);

/** Every row of every table as text, sorted: equal texts mean that nothing was written between them. One question, since it is asked often. */
export async function snapshot({ database }: Pick<TestApp, 'database'>, { withBookkeeping = false } = {}): Promise<string> {
  return asPlatform({ database }, async (tx) => {
    const all = await tableNames(tx);
    const names = all.filter((name) => withBookkeeping || !bookkeeping.has(name));
    const texts = names.map(
      (name) =>
        sql`select ${sql.lit(name)} as name, coalesce(string_agg(r::text, E'\n' order by r::text), '') as text from ${sql.table(name)} r`,
    );
    const { rows } = await sql<{ name: string; text: string }>`${sql.join(texts, sql` union all `)}`.execute(tx);
    return rows.map(({ name, text }) => `${name}\n${text}`).join('\n\n');
  });
}

let names: Promise<string[]> | undefined;

/** The same for every database of a test's process: all are migrated alike. */
async function tableNames(tx: Tx): Promise<string[]> {
  names ??= sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' order by 1`
    .execute(tx)
    .then(({ rows }) => rows.map(({ name }) => name));
  return names;
}

export interface AuditLine {
  readonly tenant_id: string;
  readonly action: string;
  readonly object: string;
}

/** The audit rows that one request wrote. */
export async function auditOf({ database }: Pick<TestApp, 'database'>, requestId: unknown): Promise<AuditLine[]> {
  return asPlatform({ database }, (tx) =>
    tx.selectFrom('audit_log').select(['tenant_id', 'action', 'object']).where('request_id', '=', String(requestId)).execute(),
  );
}
