import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of server/migrations. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL with `\n` line ends, so that a checkout on Windows has the same. */
  readonly checksum: string;
  /**
   * From a line `-- oldest release: 0028`: the number of the newest migration that a release must
   * know to serve on the schema that this file leaves. Undefined where the file changes nothing
   * about it.
   */
  readonly oldestRelease: string | undefined;
}

const ownFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
let own: readonly Migration[] | undefined;

/**
 * Returns the files of this release, as they were when first read: an upgrade replaces them under a
 * running server.
 */
export function ownMigrations(): readonly Migration[] {
  return (own ??= readMigrations());
}

/** Returns the number of this release's newest migration, `0028`. */
export function newestMigration(): string {
  return getNumber(ownMigrations().at(-1)?.name ?? '');
}

/** Reads the files of a folder, `NNNN-name.sql`, in order; server/migrations unless given. */
export function readMigrations(folder: string = ownFolder): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const badName = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (badName) throw new Error(`${badName} is no migration's name: NNNN-name.sql`);
  const sorted = names.toSorted();
  const twice = sorted.find((name, at) => at > 0 && getNumber(name) === getNumber(sorted[at - 1] ?? ''));
  if (twice) throw new Error(`${twice} has the number of another migration`);
  return sorted.map((name) => {
    const sql = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { name, sql, checksum, oldestRelease: /^-- oldest release: (\d{4})$/m.exec(sql)?.[1] };
  });
}

/**
 * Returns the number of a migration, `0028` of `0028-people-by-number.sql`; such numbers compare as
 * text.
 */
export function getNumber(name: string): string {
  return name.slice(0, 4);
}
