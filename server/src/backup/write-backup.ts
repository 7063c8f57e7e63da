import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError } from '../core/app-error.ts';
import { syncPath } from '../db/engines/embedded/sync-path.ts';
import { decryptWith, encryptFor, passingKey } from './age.ts';
import { type Erasure, passOver, type ReadArchive, readArchive, signArchive } from './archive.ts';
import { getSigner } from './signature.ts';
import { ArchiveRefused } from './tar.ts';

export interface WrittenBackup extends ReadArchive {
  readonly path: string;
  /** The length of the encrypted file. */
  readonly fileBytes: number;
}

/** The keys that open a backup, and its required signer. */
export interface BackupKeys {
  /** The private keys; undefined for a backup that is not encrypted. */
  readonly identities: readonly string[] | undefined;
  /** The signer; undefined for a dump, which stays in the data directory. */
  readonly signer: string | undefined;
}

interface Written {
  readonly path: string;
  readonly recipients: readonly string[];
  readonly signingKey?: string | undefined;
}

/**
 * Writes an archive to a file, compressed and encrypted, readable by its owner only, and reopens it
 * from the disk before it gets its name. It is encrypted for a key of this process too, because the
 * keys that open it later are kept elsewhere. Without recipients it is not encrypted, and without a
 * signing key not signed.
 *
 * @throws ArchiveRefused when the file differs from what was sent
 */
export async function writeBackup(
  archive: Readable,
  { path, recipients, signingKey }: Written,
): Promise<WrittenBackup> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  const key = recipients.length > 0 ? await passingKey() : undefined;
  try {
    const compressed = createGzip({ level: 4 });
    // An error of the archive reaches the file through the compressed stream, which it destroys.
    const signed = signingKey === undefined ? archive : signArchive(archive, signingKey);
    const compressing = pipeline(signed, compressed);
    // It may fail before it is awaited below.
    compressing.catch(() => undefined);
    const file = await open(unfinished, 'wx', 0o600);
    const content = key ? await encryptFor([...recipients, key.recipient], compressed) : compressed;
    await Promise.all([compressing, pipeline(content, file.createWriteStream({ flush: true }))]);
    const keys = { identities: key && [key.identity], signer: signingKey && getSigner(signingKey) };
    const read = await readBackup(unfinished, keys, passOver);
    await rename(unfinished, path);
    syncPath(dirname(path));
    return { ...read, path, fileBytes: (await stat(path)).size };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Opens a backup, and passes on each member. `check` is that of `readArchive`.
 * @throws ArchiveRefused for a wrong key, a damaged archive, one of another signer, and one of a
 *   later release
 */
export async function readBackup(
  path: string,
  { identities, signer }: BackupKeys,
  take: Parameters<typeof readArchive>[1],
  check?: Parameters<typeof readArchive>[3],
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
    const read = await readArchive(unpacked, take, signer, check);
    await decrypting;
    return read;
  } catch (error) {
    throw asDamage(path, error);
  } finally {
    unpacked.destroy();
  }
}

/**
 * Reads the ledger of erasures of a backup to its end, since only the end proves the signer; also
 * that of a later release's, since an erasure stays one. @throws ArchiveRefused
 */
export async function readLedger(path: string, keys: BackupKeys): Promise<readonly Erasure[]> {
  return (await readBackup(path, keys, passOver, () => undefined)).erasures;
}

/**
 * Blames the archive for an error, unless the cause is a full disk, a missing file or a silent
 * bucket.
 */
function asDamage(path: string, error: unknown): unknown {
  const isOfPlace = error instanceof AppError || (error instanceof Error && 'syscall' in error);
  return error instanceof ArchiveRefused || isOfPlace
    ? error
    : new ArchiveRefused(`${path} is damaged.`, { cause: error });
}
