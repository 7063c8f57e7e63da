import { type RawBuilder, sql } from 'kysely';
import { decrypt, encrypt, fingerprintPrefixOf, prefixOf, type EncryptedColumn } from '../core/encryption.ts';
import { countingAt, currentAt, encryptionTimes } from '../core/key-times.ts';
import type { Secrets, SymmetricKey } from '../core/secrets.ts';
import { asJob, type Tx } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { encryptedFactors } from '../modules/identity/index.ts';
import { encryptedRevocations, encryptedTokens, encryptedWebhookSecrets } from '../modules/reach/index.ts';

/** The encrypted columns of the database. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  encryptedFactors,
  encryptedWebhookSecrets,
  encryptedTokens,
  encryptedRevocations,
];

/**
 * The rows of one transaction, and the transactions of one run: a server that stops waits for the
 * current run.
 */
const rowsPerStep = 100;
const stepsPerRun = 20;

/**
 * Encrypts the values of older keys under the current one, and removes an older key without values.
 * Each step is a transaction, so that another run, or another server, continues where one was
 * killed. Without an older key it does nothing.
 */
export async function reencrypt(dependencies: Dependencies): Promise<{ rows: number; removedKeys: number }> {
  const { secrets, clock } = dependencies;
  if (secrets.encryptionKeys.length === 1) return { rows: 0, removedKeys: 0 };
  let rows = 0;
  for (const column of encryptedColumns) {
    for (let step = 0, written = rowsPerStep; step < stepsPerRun && written === rowsPerStep; step += 1) {
      written = await asJob(dependencies, (tx) => reencryptStep(tx, secrets, clock(), column));
      rows += written;
    }
  }
  const removedKeys = await removeUnused(dependencies);
  if (rows + removedKeys > 0)
    dependencies.log?.info({ rows, removedKeys }, 'encrypted again under the current key');
  return { rows, removedKeys };
}

/**
 * Reencrypts the next rows. Returns their number. Rows that another transaction holds are left to a
 * later step. They are listed without a lock and locked one by one (decision 0075).
 */
async function reencryptStep(tx: Tx, secrets: Secrets, now: Date, column: EncryptedColumn): Promise<number> {
  const current = prefixOf(currentAt(secrets.encryptionKeys, now));
  // Limits the wait for a lock, so that a step blocks others only briefly.
  await sql`select set_config('lock_timeout', '2s', true)`.execute(tx);
  const { rows } = await sql<Record<string, unknown> & { encrypted: Buffer }>`
    select ${sql.join(column.ids.map((id) => sql.ref(id)))}, ${encryptedIn(column)} as encrypted ${tenantIn(column)}
    from ${sql.table(column.table)}
    where ${isIn(column)} and substring(${encryptedIn(column)} from 1 for ${sql.lit(current.length)}) <> ${current}
    limit ${sql.lit(rowsPerStep)}`.execute(tx);
  let written = 0;
  for (const row of rows) {
    const about = column.aboutOf(row);
    if (await write(tx, column, row, encrypt(secrets, now, about, decrypt(secrets, about, row.encrypted))))
      written += 1;
  }
  return written;
}

/**
 * Writes the new value of a row. Returns false, with nothing written, if another transaction holds
 * the row or has changed it since.
 */
async function write(
  tx: Tx,
  of: EncryptedColumn,
  row: Record<string, unknown> & { readonly encrypted: Buffer },
  encrypted: Buffer,
): Promise<boolean> {
  const { table, column, field, ids } = of;
  const value = field
    ? sql`jsonb_set(${sql.ref(column)}, ${sql.lit(`{${field}}`)}, to_jsonb(${encrypted.toString('base64')}::text))`
    : sql`${encrypted}`;
  const isRow = sql.join(
    ids.map((id) => sql`${sql.ref(id)} = ${row[id]}`),
    sql` and `,
  );
  const { numAffectedRows } = await sql`with free as (
      select ${sql.ref(column)} from ${sql.table(table)} where ${isRow} and ${isIn(of)} and ${encryptedIn(of)} = ${row.encrypted} for update skip locked)
    update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${isRow} and exists (select from free)`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * Removes the older keys without values: no row, and no unused recovery code, since a hashed code
 * cannot be hashed again before its owner types it.
 */
async function removeUnused({ keys, secrets, clock, ...dependencies }: Dependencies): Promise<number> {
  const counting = countingAt(secrets.encryptionKeys, clock(), encryptionTimes);
  const over = secrets.encryptionKeys.filter((key) => !counting.includes(key));
  const unused: SymmetricKey[] = [];
  for (const key of over)
    if ((await asJob(dependencies, (tx) => countUnder(tx, key))) === 0) unused.push(key);
  if (unused.length === 0 || !keys) return 0;
  const ids = new Set(unused.map(({ id }) => id));
  Object.assign(
    secrets,
    await keys.change((stored) => ({
      ...stored,
      encryptionKeys: stored.encryptionKeys.filter(({ id }) => !ids.has(id)),
    })),
  );
  return unused.length;
}

/** Counts the values that still need a key. */
export async function countUnder(tx: Tx, key: SymmetricKey): Promise<number> {
  const prefix = prefixOf(key);
  const counts = encryptedColumns.map(
    (column) => sql`(select count(*) from ${sql.table(column.table)}
      where ${isIn(column)} and substring(${encryptedIn(column)} from 1 for ${sql.lit(prefix.length)}) = ${prefix})`,
  );
  const named = fingerprintPrefixOf(key);
  const codes = sql`(select count(*) from recovery_codes where used_at is null
    and case when ${named} = '' then position('.' in code_hash) = 0 else starts_with(code_hash, ${named}) end)`;
  const { rows } = await sql<{
    count: number;
  }>`select (${sql.join([...counts, codes], sql` + `)})::int as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

function encryptedIn({ column, field }: EncryptedColumn): RawBuilder<Buffer> {
  return field ? sql`decode(${sql.ref(column)} ->> ${sql.lit(field)}, 'base64')` : sql`${sql.ref(column)}`;
}

/** Returns the business in a JSON column, to which a value may be bound. */
function tenantIn({ column, field }: EncryptedColumn): RawBuilder<unknown> {
  return field ? sql`, ${sql.ref(column)} ->> 'tenantId' as "tenantId"` : sql``;
}

/** Matches unfinished effects: finished ones are never sent again, and may have another payload. */
function isIn({ column, kind }: EncryptedColumn): RawBuilder<boolean> {
  return kind ? sql`kind = ${kind} and delivered_at is null` : sql`${sql.ref(column)} is not null`;
}
