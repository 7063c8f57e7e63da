import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/** Generates a key for one stream. A key seals one stream only: its chunks are numbered from zero. */
export function newStreamKey(): Buffer {
  return randomBytes(32);
}

/**
 * Encrypts a stream in chunks, each with its number and whether it is the last: a chunk that was
 * changed, moved or removed is found, and so is a missing end.
 */
export async function* sealed(key: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { chunk, isLast } of inChunks(content, chunkBytes)) {
    const encryptor = createCipheriv(cipher, key, nonce(number, isLast));
    yield Buffer.concat([encryptor.update(chunk), encryptor.final(), encryptor.getAuthTag()]);
    number += 1;
  }
}

/** Decrypts a stream of `sealed`. @throws when it was changed or its end is missing */
export async function* unsealed(key: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { chunk, isLast } of inChunks(content, chunkBytes + tagBytes)) {
    const decryptor = createDecipheriv(cipher, key, nonce(number, isLast));
    decryptor.setAuthTag(chunk.subarray(chunk.length - tagBytes));
    const opened = decryptor.update(chunk.subarray(0, chunk.length - tagBytes));
    decryptor.final();
    yield opened;
    number += 1;
  }
}

/** Divides a stream into chunks of one length, the last of which may be shorter or empty. */
async function* inChunks(
  content: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of content) {
    waiting.push(part);
    bytes += part.length;
    if (bytes <= length) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    // Keeps at least a byte, so that the last chunk is known as such.
    for (; joined.length - at > length; at += length)
      yield { chunk: joined.subarray(at, at + length), isLast: false };
    waiting = [joined.subarray(at)];
    bytes = joined.length - at;
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}
