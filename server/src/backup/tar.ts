import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';

/**
 * A file of an archive, with its length known before its content; or a folder, whose name ends with
 * a slash.
 */
export interface Member {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An archive that cannot be read as one; the message is a sentence for the operator. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

/** A fixed time, so that equal members make equal archives. */
const writtenAt = new Date(0);

/**
 * Writes members as a tar archive (POSIX ustar), which every tar program reads. Only some chunks
 * are held in memory. Rejects with the error of the member that could not be read, or whose length
 * was announced wrongly.
 */
export async function* writeTar(members: AsyncIterable<Member>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const packing = packAll(archive, members);
  packing.catch((error: Error) => archive.destroy(error));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } catch (error) {
    // Throws the error of the member, which says more than that of the archive.
    await packing;
    throw error;
  } finally {
    archive.destroy();
    // Waits until the members are closed, even if the reader has left.
    await packing.catch(() => undefined);
  }
}

async function packAll(archive: Pack, members: AsyncIterable<Member>): Promise<void> {
  for await (const { name, bytes, content } of members) {
    const kind = name.endsWith('/')
      ? ({ type: 'directory', mode: 0o700 } as const)
      : ({ type: 'file', mode: 0o600 } as const);
    const entry = archive.entry({ ...kind, name, size: bytes, mtime: writtenAt });
    await pipeline(Readable.from(content), entry).catch((error: unknown) => {
      throw new Error(
        `${name} could not be archived: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
  }
  archive.finalize();
}

/**
 * Reads a tar archive to its end. Unread content of a member is skipped. Rejects for one that is
 * cut off or no archive, and with ArchiveRefused for one with links.
 */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const reading = extract();
  const feeding = pipeline(archive, reading);
  // The loop fails too.
  feeding.catch(() => undefined);
  try {
    for await (const entry of reading) {
      const { name, size, type } = entry.header;
      if (type !== 'file' && type !== 'directory')
        throw new ArchiveRefused(`The archive has a link or a special file: ${JSON.stringify(name)}.`);
      const chunks = (entry as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      // Has no `return`: a caller that leaves a part does not end the archive.
      const content = { [Symbol.asyncIterator]: () => ({ next: async () => chunks.next() }) };
      yield { name, bytes: size, content };
      while ((await chunks.next()).done !== true);
    }
    await feeding;
  } finally {
    reading.destroy();
  }
}

/** Passes content on while it is hashed; `digest` is right once all of it has passed. */
export function hashing(content: Member['content']): {
  content: AsyncIterable<Uint8Array>;
  digest: () => string;
} {
  const hash = createHash('sha256');
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { content: pass(), digest: () => hash.digest('hex') };
}
