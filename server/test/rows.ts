import { sql } from 'kysely';
import { asPlatform } from '../src/db/tenant.ts';
import type { TestApp } from './app.ts';

/** Tables in which sign-in and refused tries leave their own marks, so that "nothing changed" is asked of the others. */
const bookkeeping = new Set(['audit_log', 'audit_chain', 'sessions']);

/** Every row of every table as text, sorted: equal texts mean that nothing was written between them. */
export async function snapshot({ database }: Pick<TestApp, 'database'>, { withBookkeeping = false } = {}): Promise<string> {
  return asPlatform({ database }, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' order by 1`.execute(tx);
    const parts: string[] = [];
    for (const { name } of tables) {
      if (bookkeeping.has(name) && !withBookkeeping) continue;
      const { rows } = await sql<{ text: string }>`select coalesce(string_agg(r::text, E'\n' order by r::text), '') as text
        from ${sql.table(name)} r`.execute(tx);
      parts.push(`${name}\n${rows[0]?.text ?? ''}`);
    }
    return parts.join('\n\n');
  });
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
