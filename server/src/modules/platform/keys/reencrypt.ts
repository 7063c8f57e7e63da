import { type RawBuilder, sql } from 'kysely';
import {
  decrypt,
  encrypt,
  type EncryptedColumn,
  getFingerprintPrefix,
  getPrefix,
} from '../../../core/encryption.ts';
import type { Secrets, SymmetricKey } from '../../../core/secrets.ts';
import { statement } from '../../../db/statement.ts';
import { platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
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
  await run(tx, platform, insertCheck({ check: encrypt(secrets, encryptedCheck.aboutOf({}), 'samay') }));
}

const insertCheck = statement(
  (_, { check }: { check: Buffer }) => sql`insert into installation (encrypted_check) values (${check})
    on conflict (singleton) do update set encrypted_check = excluded.encrypted_check
    where installation.encrypted_check is null`,
);

/**
 * Returns whether a value is encrypted under none of the keys; false in a database that is older than
 * the check.
 */
export async function holdsUnreadable(tx: Tx, { encryptionKeys }: Secrets): Promise<boolean> {
  const checks = await run(tx, platform, findCheckColumn({}));
  if (checks.length === 0) return false;
  const known = encryptionKeys.map(getPrefix);
  return onlyRow(await run(tx, platform, findUnreadable({ known }))).found;
}

const findCheckColumn = statement(
  () => sql`select 1 as one from pg_attribute
    where attrelid = to_regclass('public.installation') and attname = 'encrypted_check'`,
);

const findUnreadable = statement((_, { known }: { known: readonly Buffer[] }) => {
  const found = encryptedColumns.map(
    (column) => sql`exists (select 1 from ${sql.table(column.table)}
      where ${isIn(column)} and ${prefixIn(column)} <> all(${known}) limit 1)`,
  );
  return sql<{ found: boolean }>`select ${sql.join(found, sql` or `)} as found`;
});

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
  const first = getFirst(secrets);
  let written = 0;
  for (const { column, listOthers, writeValue } of statements) {
    const rows = await run(tx, platform, listOthers({ first: getPrefix(first), most: most - written }));
    for (const row of rows) {
      const about = column.aboutOf(row);
      const encrypted = encrypt(secrets, about, decrypt(secrets, about, row.encrypted));
      const after = column.field ? encrypted.toString('base64') : encrypted;
      await run(tx, platform, writeValue({ ...row, before: row.encrypted, after }));
    }
    written += rows.length;
  }
  const counted = countLeft({ first: getPrefix(first), code: getFingerprintPrefix(first) });
  return { written, left: onlyRow(await run(tx, platform, counted)).count };
}

const statements = encryptedColumns.map((column) => {
  const { table, column: name, field, ids } = column;
  const isRow = (values: Readonly<Record<string, unknown>>) =>
    sql.join(
      ids.map((id) => sql`${sql.ref(id)} = ${values[id]}`),
      sql` and `,
    );
  return {
    column,
    listOthers: statement(
      (_, { first, most }: { first: Buffer; most: number }) => sql<
        Record<string, unknown> & { encrypted: Buffer }
      >`
        select ${sql.join(ids.map((id) => sql.ref(id)))}, ${encryptedIn(column)} as encrypted ${tenantIn(column)}
        from ${sql.table(table)} where ${isIn(column)} and ${prefixIn(column)} <> ${first} limit ${most}`,
    ),
    /** Writes the new value of a row, unless it has changed since it was read. */
    writeValue: statement((_, values: Readonly<Record<string, unknown>>) => {
      const value = field
        ? sql`jsonb_set(${sql.ref(name)}, ${sql.lit(`{${field}}`)}, to_jsonb(${values['after']}::text))`
        : values['after'];
      return sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value}
        where ${isRow(values)} and ${isIn(column)} and ${encryptedIn(column)} = ${values['before']}`;
    }),
  };
});

/** Counts the values that need another key than the first. */
const countLeft = statement((_, { first, code }: { first: Buffer; code: string }) => {
  const counts = encryptedColumns.map(
    (column) => sql`(select count(*) from ${sql.table(column.table)}
      where ${isIn(column)} and ${prefixIn(column)} <> ${first})`,
  );
  const codes = sql`(select count(*) from recovery_codes
    where used_at is null and not starts_with(code_hash, ${code}))`;
  return sql<{ count: number }>`select (${sql.join([...counts, codes], sql` + `)})::int as count`;
});

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
