import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../adapters/files/port.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { isEmbedded } from '../db/client/open-database.ts';
import { placesOf } from '../db/embedded/embedded-directory.ts';
import { readLedger } from '../modules/platform/index.ts';
import { type ArchiveHead, headName, jsonMember, ledgerName, secretsName } from './archive.ts';
import type { Member } from './tar.ts';

export type Source = Pick<Dependencies, 'database' | 'secrets' | 'clock'> & { readonly files: FileStore };

/**
 * The members of a backup: ledger, secrets, the embedded database where there is one, and all files. What was acknowledged before the first of
 * them is read is in it. The database is copied first, so that every file that it names is archived; the caller sees to it that none is removed
 * meanwhile (`KeptFiles`).
 */
export async function* archiveMembers(source: Source): AsyncGenerator<Member> {
  const { database, files, secrets, clock } = source;
  const takenAt = clock().toISOString();
  const directory = isEmbedded(database) ? database.directory : undefined;
  const copy = directory === undefined ? undefined : join(directory, 'backup.unfinished');
  try {
    if (copy !== undefined && isEmbedded(database)) {
      // What an interrupted backup has left.
      await rm(copy, { recursive: true, force: true });
      await database.copyTo(copy);
    }
    const head: ArchiveHead = { format: 1, database: database.kind, takenAt };
    yield jsonMember(headName, head);
    yield jsonMember(ledgerName, await readLedger(source));
    yield jsonMember(secretsName, secrets);
    if (directory !== undefined && copy !== undefined) {
      yield await fileMember(placesOf(directory).marker, 'database.json');
      yield* folderMembers(copy, 'database/');
    }
    for await (const { name, bytes } of files.list()) yield { name: `files/${name}`, bytes, content: await files.read(name) };
  } finally {
    if (copy !== undefined) await rm(copy, { recursive: true, force: true });
  }
}

/** A folder with everything in it. Empty folders count: PostgreSQL does not start without some of them. */
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
