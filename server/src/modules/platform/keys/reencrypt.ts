import { type RawBuilder, sql } from 'kysely';
import {
  decrypt,
  encrypt,
  type EncryptedColumn,
  getFingerprintPrefix,
  getPrefix,
} from '../../../core/encryption.ts';
import type { Secrets, SymmetricKey } from '../../../core/secrets.ts';
import type { Tx } from '../../../db/tenant.ts';
import { encryptedFactors } from '../../identity/index.ts';
import { encryptedRevocations, encryptedTokens, encryptedWebhookSecrets } from '../../reach/index.ts';

/** A value that every installation has, so that a server with other keys is found out at its start. */
const encryptedCheck: EncryptedColumn = {
  table: 'installation',
  column: 'encrypted_check',
  ids: ['singleton'],
  aboutOf: () => 'installation',
};

/** The encrypted columns of the database. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  encryptedCheck,
  encryptedFactors,
  encryptedWebhookSecrets,
  encryptedTokens,
  encryptedRevocations,
];

/** The values of one run: their rows stay locked until it ends. */
const mostPerRun = 1000;

/** Writes the value by which other keys are found out, if the installation has none yet. */
export async function writeCheck(tx: Tx, secrets: Secrets): Promise<void> {
  const check = encrypt(secrets, encryptedCheck.aboutOf({}), 'samay');
  await sql`insert into installation (encrypted_check) values (${check})
    on conflict (singleton) do update set encrypted_check = excluded.encrypted_check
    where installation.encrypted_check is null`.execute(tx);
}

/**
 * Returns whether a value is encrypted under none of the keys; false in a database that is older than
 * the check.
 */
export async function holdsUnreadable(tx: Tx, { encryptionKeys }: Secrets): Promise<boolean> {
  const checks = await sql`select 1 from pg_attribute
    where attrelid = to_regclass('public.installation') and attname = 'encrypted_check'`.execute(tx);
  if (checks.rows.length === 0) return false;
  const known = encryptionKeys.map(getPrefix);
  const found = encryptedColumns.map(
    (column) => sql`exists (select 1 from ${sql.table(column.table)}
      where ${isIn(column)} and ${prefixIn(column)} <> all(${known}) limit 1)`,
  );
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(found, sql` or `)} as found`.execute(tx);
  return rows[0]?.found === true;
}

/**
 * Encrypts values of other keys under the first. Returns how many, and how many are left: of an
 * earlier run that took its most, and the recovery codes, which are hashed and cannot be hashed
 * again before their owners type them.
 */
export async function reencrypt(
  tx: Tx,
  secrets: Secrets,
  most = mostPerRun,
): Promise<{ written: number; left: number }> {
  let written = 0;
  for (const column of encryptedColumns)
    written += await reencryptColumn(tx, secrets, column, most - written);
  return { written, left: await countLeft(tx, secrets) };
}

async function reencryptColumn(
  tx: Tx,
  secrets: Secrets,
  column: EncryptedColumn,
  most: number,
): Promise<number> {
  const { rows } = await sql<Record<string, unknown> & { encrypted: Buffer }>`
    select ${sql.join(column.ids.map((id) => sql.ref(id)))}, ${encryptedIn(column)} as encrypted ${tenantIn(column)}
    from ${sql.table(column.table)}
    where ${isIn(column)} and ${prefixIn(column)} <> ${getPrefix(getFirst(secrets))}
    limit ${sql.lit(most)}`.execute(tx);
  for (const row of rows) {
    const about = column.aboutOf(row);
    await write(tx, column, row, encrypt(secrets, about, decrypt(secrets, about, row.encrypted)));
  }
  return rows.length;
}

/** Writes the new value of a row, unless it has changed since it was read. */
async function write(
  tx: Tx,
  of: EncryptedColumn,
  row: Record<string, unknown> & { readonly encrypted: Buffer },
  encrypted: Buffer,
): Promise<void> {
  const { table, column, field, ids } = of;
  const value = field
    ? sql`jsonb_set(${sql.ref(column)}, ${sql.lit(`{${field}}`)}, to_jsonb(${encrypted.toString('base64')}::text))`
    : sql`${encrypted}`;
  const isRow = sql.join(
    ids.map((id) => sql`${sql.ref(id)} = ${row[id]}`),
    sql` and `,
  );
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${isRow} and ${isIn(of)} and ${encryptedIn(of)} = ${row.encrypted}`.execute(tx);
}

/** Counts the values that need another key than the first. */
async function countLeft(tx: Tx, secrets: Secrets): Promise<number> {
  const first = getFirst(secrets);
  const counts = encryptedColumns.map(
    (column) => sql`(select count(*) from ${sql.table(column.table)}
      where ${isIn(column)} and ${prefixIn(column)} <> ${getPrefix(first)})`,
  );
  const codes = sql`(select count(*) from recovery_codes
    where used_at is null and not starts_with(code_hash, ${getFingerprintPrefix(first)}))`;
  const { rows } = await sql<{
    count: number;
  }>`select (${sql.join([...counts, codes], sql` + `)})::int as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

function getFirst({ encryptionKeys: [first] }: Secrets): SymmetricKey {
  if (!first) throw new Error('there is no key');
  return first;
}

function prefixIn(column: EncryptedColumn): RawBuilder<Buffer> {
  return sql`substring(${encryptedIn(column)} from 1 for ${sql.lit(prefixLength)})`;
}

const prefixLength = getPrefix({ id: '0'.repeat(16) }).length;

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
