import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { decryptWith, encryptFor, passingKey } from './age.ts';
import { type Erasure, ledgerIn, ledgerName, passOver, type ReadArchive, readArchive } from './archive.ts';
import { ArchiveRefused, readTar } from './tar.ts';

/** People are promised that their data is gone thirty days after it was deleted, so no backup is older. */
const keptDays = 30;

const namePattern = /^samay-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.tar\.gz\.age$/;

export interface WrittenBackup extends ReadArchive {
  readonly path: string;
  /** Of the encrypted file. */
  readonly fileBytes: number;
}

/**
 * Writes an archive to a folder, compressed and encrypted, readable by its owner only, and opens it again from the disk before it gets its
 * name. It is encrypted for a key of this process too, because the keys that open it later are kept elsewhere.
 *
 * @throws ArchiveRefused when what is on the disk is not what was sent
 */
export async function writeBackup(
  archive: Readable,
  { folder, recipients, now }: { folder: string; recipients: readonly string[]; now: Date },
): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `samay-${now.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz.age`);
  const unfinished = `${path}.unfinished`;
  const key = await passingKey();
  try {
    const compressed = createGzip({ level: 4 });
    // An error of the archive reaches the file through the compressed stream, which it destroys.
    const compressing = pipeline(archive, compressed);
    const file = await open(unfinished, 'wx', 0o600);
    const encrypted = await encryptFor([...recipients, key.recipient], compressed);
    await Promise.all([compressing, pipeline(encrypted, file.createWriteStream({ flush: true }))]);
    const read = await readBackup(unfinished, [key.identity], passOver);
    await rename(unfinished, path);
    return { ...read, path, fileBytes: (await stat(path)).size };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Opens a backup, and hands over each member. @throws ArchiveRefused for a wrong key or a damaged archive */
export async function readBackup(
  path: string,
  identities: readonly string[],
  take: Parameters<typeof readArchive>[1],
): Promise<ReadArchive> {
  const unpacked = createGunzip();
  const decrypting = decryptWith(identities, createReadStream(path)).then((decrypted) => pipeline(decrypted, unpacked));
  decrypting.catch((error: unknown) => unpacked.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    const read = await readArchive(unpacked, take);
    // To the end: the last chunk proves that nothing was cut off.
    for await (const _rest of unpacked);
    await decrypting;
    return read;
  } catch (error) {
    if (error instanceof ArchiveRefused || isOfSystem(error)) throw error;
    throw new ArchiveRefused(`${path} is damaged.`, { cause: error });
  } finally {
    unpacked.destroy();
  }
}

/** Reads the ledger of erasures at the beginning of a backup, without the rest. @throws ArchiveRefused */
export async function readLedgerOf(path: string, identities: readonly string[]): Promise<readonly Erasure[]> {
  let ledger: readonly Erasure[] | undefined;
  const file = createReadStream(path);
  const unpacked = createGunzip();
  const decrypted = await decryptWith(identities, file);
  // It ends in the middle, which is no fault here.
  pipeline(decrypted, unpacked).catch((error: Error) => unpacked.destroy(error));
  try {
    for await (const member of readTar(unpacked)) {
      if (member.name !== ledgerName) continue;
      ledger = await ledgerIn(member);
      break;
    }
  } finally {
    unpacked.destroy();
    decrypted.destroy();
    file.destroy();
  }
  if (!ledger) throw new ArchiveRefused(`${path} has no ledger of erasures.`);
  return ledger;
}

/** A full disk or a missing file says nothing about the archive. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** The backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<{ path: string; at: Date }[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, at] = namePattern.exec(name) ?? [];
      return at === undefined ? [] : [{ path: join(folder, name), at: instantOf(at) }];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/** Deletes the backups that are older than thirty days, and what interrupted ones have left. Returns how many. */
export async function deleteOldBackups(folder: string, now: Date): Promise<number> {
  const oldest = now.getTime() - keptDays * 86_400_000;
  const old = (await listBackups(folder)).filter(({ at }) => at.getTime() < oldest);
  for (const { path } of old) await rm(path);
  for (const name of await readdir(folder)) {
    const isLeft = name.startsWith('samay-') && name.endsWith('.unfinished');
    if (isLeft && (await stat(join(folder, name))).mtimeMs < now.getTime() - 86_400_000) await rm(join(folder, name), { force: true });
  }
  return old.length;
}

/** `2026-11-22T04-30-00-000Z` as an instant. */
function instantOf(text: string): Date {
  const [day = '', time = ''] = text.replace('Z', '').split('T');
  const [hours, minutes, seconds, milliseconds] = time.split('-');
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}
