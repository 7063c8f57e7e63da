import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError } from '../core/app-error.ts';
import { syncPath } from '../db/embedded/sync-path.ts';
import { decryptWith, encryptFor, passingKey } from './age.ts';
import { type Erasure, ledgerIn, ledgerName, passOver, type ReadArchive, readArchive } from './archive.ts';
import { ArchiveRefused, readTar } from './tar.ts';

export interface WrittenBackup extends ReadArchive {
  readonly path: string;
  /** Of the encrypted file. */
  readonly fileBytes: number;
}

/**
 * Writes an archive to a file, compressed and encrypted, readable by its owner only, and opens it
 * again from the disk before it gets its name. It is encrypted for a key of this process too,
 * because the keys that open it later are kept elsewhere. Without recipients it is not encrypted.
 *
 * @throws ArchiveRefused when what is on the disk is not what was sent
 */
export async function writeBackup(
  archive: Readable,
  { path, recipients }: { path: string; recipients: readonly string[] },
): Promise<WrittenBackup> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  const key = recipients.length > 0 ? await passingKey() : undefined;
  try {
    const compressed = createGzip({ level: 4 });
    // An error of the archive reaches the file through the compressed stream, which it destroys.
    const compressing = pipeline(archive, compressed);
    // It may fail before anybody waits for it, which happens below.
    compressing.catch(() => undefined);
    const file = await open(unfinished, 'wx', 0o600);
    const content = key ? await encryptFor([...recipients, key.recipient], compressed) : compressed;
    await Promise.all([compressing, pipeline(content, file.createWriteStream({ flush: true }))]);
    const read = await readBackup(unfinished, key && [key.identity], passOver);
    await rename(unfinished, path);
    syncPath(dirname(path));
    return { ...read, path, fileBytes: (await stat(path)).size };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Opens a backup, and hands over each member. Without keys it is one that is not encrypted. @throws
 * ArchiveRefused for a wrong key or a damaged archive
 */
export async function readBackup(
  path: string,
  identities: readonly string[] | undefined,
  take: Parameters<typeof readArchive>[1],
): Promise<ReadArchive> {
  const unpacked = createGunzip();
  const file = createReadStream(path);
  const decrypting = (identities ? decryptWith(identities, file) : Promise.resolve(file)).then((content) =>
    pipeline(content, unpacked),
  );
  decrypting.catch((error: unknown) =>
    unpacked.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    const read = await readArchive(unpacked, take);
    await decrypting;
    return read;
  } catch (error) {
    throw asDamage(path, error);
  } finally {
    unpacked.destroy();
  }
}

/**
 * Reads the ledger of erasures at the beginning of a backup, without the rest. @throws
 * ArchiveRefused
 */
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
  } catch (error) {
    throw asDamage(path, error);
  } finally {
    unpacked.destroy();
    decrypted.destroy();
    file.destroy();
  }
  if (!ledger) throw new ArchiveRefused(`${path} has no ledger of erasures.`);
  return ledger;
}

/** A full disk, a missing file or a bucket that does not answer says nothing about the archive. */
function asDamage(path: string, error: unknown): unknown {
  const isOfPlace = error instanceof AppError || (error instanceof Error && 'syscall' in error);
  return error instanceof ArchiveRefused || isOfPlace
    ? error
    : new ArchiveRefused(`${path} is damaged.`, { cause: error });
}
