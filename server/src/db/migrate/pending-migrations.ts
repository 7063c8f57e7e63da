import type { ClientBase } from 'pg';
import { type Database, DatabaseRefused } from '../database.ts';
import { getConnections } from '../open-database.ts';
import { type Migration, getNumber, ownMigrations } from './migrations.ts';

export { newestMigration } from './migrations.ts';

export type Queryable = Pick<ClientBase, 'query'>;

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly oldest_release: string | null;
}

/**
 * Lists the names of the migrations that are not applied yet, in order; none when the database is
 * up to date.
 * @throws DatabaseRefused when a file that was applied has changed, or when this release may not serve
 * on the schema
 */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const pending = await pendingOn(getConnections(database).pool, ownMigrations());
  return pending.map(({ name }) => name);
}

/**
 * Returns whether this release may serve: its own migrations are applied, and newer ones kept what
 * it uses (decision 0021).
 */
export async function isMigrated(database: Database): Promise<boolean> {
  try {
    return (await pendingMigrations(database)).length === 0;
  } catch (error) {
    if (error instanceof DatabaseRefused) return false;
    throw error;
  }
}

/**
 * Checks given files as `isMigrated` does. Files of a newer release are no reason to refuse, back
 * to the oldest release that the schema names.
 */
export async function pendingOn(client: Queryable, files: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedOn(client);
  const newest = getNumber(files.at(-1)?.name ?? '');
  const oldest = oldestRelease(applied);
  if (oldest !== undefined && newest < oldest) {
    throw new DatabaseRefused(
      `The database serves releases that know the migration ${oldest}, and this one knows none after ${newest}. Use a newer version of Samay.`,
    );
  }
  for (const { name, checksum } of applied) {
    const file = files.find((migration) => migration.name === name);
    if (!file && (oldest === undefined || getNumber(name) <= newest))
      throw new DatabaseRefused(
        `The database has the migration ${name}, which this version of Samay does not know. Use a newer version.`,
      );
    if (file && file.checksum !== checksum) {
      throw new DatabaseRefused(
        `The migration ${name} was changed after it was applied. Restore the file, and put the change into a new one.`,
      );
    }
  }
  const names = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !names.has(name));
}

function oldestRelease(applied: readonly Applied[]): string | undefined {
  return applied
    .flatMap((row) => row.oldest_release ?? [])
    .toSorted()
    .at(-1);
}

async function appliedOn(client: Queryable): Promise<Applied[]> {
  const known = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found`,
  );
  if (!known.rows[0]?.found) return [];
  const { rows } = await client.query<Applied>(
    'select name, checksum, oldest_release from public.schema_migrations order by name',
  );
  return rows;
}
