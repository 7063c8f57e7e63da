import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../adapters/files/port.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { type EmbeddedDatabase, isEmbedded } from '../db/open-database.ts';
import { getPlaces } from '../db/engines/embedded/embedded-directory.ts';
import { readLedger } from '../modules/platform/index.ts';
import { version } from '../core/version.ts';
import { newestMigration } from '../db/migrate/migrations.ts';
import { type ArchiveHead, headName, jsonMember, ledgerName, secretsName } from './archive.ts';
import type { Member } from './tar.ts';

export type Source = Pick<Dependencies, 'database' | 'secrets' | 'clock' | 'settings'> & {
  readonly files: FileStore;
};

/**
 * Yields the members of a backup: ledger, secrets, the embedded database if it is used, and all
 * files. Everything acknowledged before the first is read is included. The database is copied
 * first, so that every file that it names is archived; the caller prevents their removal until the
 * end (`KeptFiles`).
 */
export async function* archiveMembers(source: Source): AsyncGenerator<Member> {
  const { database, files, secrets, clock, settings } = source;
  const takenAt = clock();
  const copy = isEmbedded(database) ? await getCopy(database) : undefined;
  try {
    yield headMember(database.kind, takenAt);
    yield jsonMember(ledgerName, await readLedger(source));
    if (settings.secretKeys.length === 0) yield jsonMember(secretsName, { keys: secrets.keys });
    if (copy) yield* copy.members();
    for await (const { name, bytes } of files.list())
      yield { name: `files/${name}`, bytes, content: await files.read(name) };
  } finally {
    await copy?.remove();
  }
}

/**
 * Yields the members of a dump: only the embedded database, which another release may have written.
 * Its ledger of erasures is inside it.
 */
export async function* dumpMembers(database: EmbeddedDatabase, takenAt: Date): AsyncGenerator<Member> {
  const copy = await getCopy(database);
  try {
    yield headMember('embedded', takenAt);
    yield jsonMember(ledgerName, []);
    if (copy) yield* copy.members();
  } finally {
    await copy?.remove();
  }
}

function headMember(database: ArchiveHead['database'], takenAt: Date): Member {
  const head: ArchiveHead = {
    format: 1,
    database,
    takenAt: takenAt.toISOString(),
    release: version,
    newestMigration: newestMigration(),
  };
  return jsonMember(headName, head);
}

interface Copy {
  members(): AsyncGenerator<Member>;
  remove(): Promise<void>;
}

/** Copies the files of the database next to it. Undefined for a database in memory. */
async function getCopy(database: EmbeddedDatabase): Promise<Copy | undefined> {
  const { directory } = database;
  if (directory === undefined) return undefined;
  const copy = join(directory, 'backup.unfinished');
  const remove = () => rm(copy, { recursive: true, force: true });
  // Removes the copy of an interrupted backup.
  await remove();
  try {
    await database.copyTo(copy);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    members: async function* () {
      yield await fileMember(getPlaces(directory).marker, 'database.json');
      yield* folderMembers(copy, 'database/');
    },
    remove,
  };
}

/**
 * Yields a folder with all of its content. Empty folders are included: PostgreSQL does not start
 * without some of them.
 */
async function* folderMembers(folder: string, name: string): AsyncGenerator<Member> {
  yield { name, bytes: 0, content: [] };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* folderMembers(path, `${name}${entry.name}/`);
    else if (entry.isFile()) yield await fileMember(path, `${name}${entry.name}`);
  }
}

async function fileMember(path: string, name: string): Promise<Member> {
  const { size } = await stat(path);
  return { name, bytes: size, content: createReadStream(path) };
}
