import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { encryptedArchiveKeys } from '../../archives/index.ts';
import { encryptedFactors } from '../../identity/index.ts';
import {
  encryptedOnlineEvents,
  encryptedOnlineKeys,
  encryptedPreviousEvents,
  encryptedPreviousKeys,
} from '../../online-payments/index.ts';
import {
  encryptedChannelTokens,
  encryptedRevocations,
  encryptedTokens,
  encryptedWebhookSecrets,
} from '../../reach/index.ts';

type EncryptedColumn = typeof encryptedFactors;

/** A value that every installation has, so that a server with other keys is found out at its start. */
export const encryptedCheck: EncryptedColumn = {
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
  encryptedChannelTokens,
  encryptedOnlineKeys,
  encryptedOnlineEvents,
  encryptedPreviousKeys,
  encryptedPreviousEvents,
  encryptedTokens,
  encryptedRevocations,
  encryptedArchiveKeys,
];

export const insertCheck = statement(
  (_, { check }: { check: Buffer }) => sql`insert into installation (encrypted_check) values (${check})
    on conflict (singleton) do update set encrypted_check = excluded.encrypted_check
    where installation.encrypted_check is null`,
);

const nameOf = ({ table, column }: EncryptedColumn) => `${table}.${column}`;

/** Lists those of the encrypted columns that the database has: an older one lacks those added since. */
export const listPresent = statement<object, { readonly name: string }>(
  () => sql<{ name: string }>`select relname || '.' || attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and not attisdropped
      and relname || '.' || attname = any(array[${sql.join(encryptedColumns.map((column) => sql.lit(nameOf(column))))}])`,
);

/** Finds whether a value of these columns, by their names, is encrypted under none of the keys. */
export const findUnreadable = statement<
  { known: readonly Buffer[] },
  { found: boolean },
  { columns: string }
>((_, { known }, { columns }) => {
  const found = encryptedColumns
    .filter((column) => columns.split(' ').includes(nameOf(column)))
    .map(
      (column) => sql`exists (select 1 from ${sql.table(column.table)}
      where ${isIn(column)} and ${prefixIn(column, sql`(${known}::bytea[])[1]`)} <> all(${known}::bytea[]) limit 1)`,
    );
  return sql<{ found: boolean }>`select ${sql.join(found, sql` or `)} as found`;
});

/** The statements of each encrypted column. */
export const columnStatements = encryptedColumns.map((column) => {
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
        from ${sql.table(table)} where ${isIn(column)} and ${prefixIn(column, first)} <> ${first} limit ${most}`,
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
export const countLeft = statement((_, { first, code }: { first: Buffer; code: string }) => {
  const counts = encryptedColumns.map(
    (column) => sql`(select count(*) from ${sql.table(column.table)}
      where ${isIn(column)} and ${prefixIn(column, first)} <> ${first})`,
  );
  const codes = sql`(select count(*) from recovery_codes
    where used_at is null and not starts_with(code_hash, ${code}))`;
  return sql<{ count: number }>`select (${sql.join([...counts, codes], sql` + `)})::int as count`;
});

/** Selects as much of a value as a prefix has. */
function prefixIn(column: EncryptedColumn, prefix: unknown): RawBuilder<Buffer> {
  return sql`substring(${encryptedIn(column)} from 1 for length(${prefix}::bytea))`;
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
