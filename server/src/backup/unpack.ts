import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../adapters/files/port.ts';
import { type ReadArchive, secretsName } from './archive.ts';
import { ArchiveRefused, type Member } from './tar.ts';
import { type BackupKeys, readBackup } from './write-backup.ts';

interface Into {
  /** A new folder for database and secrets. */
  readonly folder: string;
  /** The store for files; undefined: they are read and not kept. */
  readonly files?: FileStore | undefined;
}

/** Matches paths within the folder only: an archive is untrusted input. */
const databasePath = /^database(\.json|\/|(\/[A-Za-z0-9_-][\w.-]*)+\/?)$/;

/**
 * Unpacks a backup. It is complete only when `readBackup` returns; a caller deletes the folder when
 * this throws.
 * @throws ArchiveRefused
 */
export async function unpackBackup(
  path: string,
  keys: BackupKeys,
  { folder, files }: Into,
): Promise<ReadArchive> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return readBackup(path, keys, async (member) => {
    if (member.name.startsWith('files/')) await unpackFile(member, files);
    else if (member.name === secretsName || databasePath.test(member.name)) await unpackInto(folder, member);
    else
      throw new ArchiveRefused(
        `The archive has a file that does not belong into it: ${JSON.stringify(member.name)}`,
      );
  });
}

async function unpackFile({ name, content }: Member, files: FileStore | undefined): Promise<void> {
  if (files) await files.write(name.slice('files/'.length), Readable.from(content));
  else for await (const _chunk of content);
}

async function unpackInto(folder: string, { name, content }: Member): Promise<void> {
  const path = join(folder, name);
  await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o700 });
  if (name.endsWith('/')) for await (const _chunk of content);
  else await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600, flush: true }));
}
