import { createHash } from 'node:crypto';

/** A file of an archive, with its length known before its content; or a folder, whose name ends with a slash. */
export interface Member {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const block = 512;
/** The field of a length has eleven octal digits. */
const longest = 8 ** 11 - 1;

/** An archive that cannot be read as one; the message is a sentence for the operator. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

/** Writes members as a tar archive (POSIX ustar), which every tar program reads. Nothing is held in memory but the current chunk. */
export async function* writeTar(members: AsyncIterable<Member>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of members) {
    yield headerOf(name, bytes);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      if (written > bytes) break;
      yield chunk;
    }
    if (written !== bytes) throw new Error(`${name} changed its length while it was archived`);
    yield Buffer.alloc(paddingOf(bytes));
  }
  yield Buffer.alloc(2 * block);
}

/** Reads a tar archive that `writeTar` wrote. What a caller leaves of a member's content is skipped. @throws ArchiveRefused */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const source = new ByteReader(archive);
  for (;;) {
    const header = await source.take(block);
    if (header.every((byte) => byte === 0)) return;
    const { name, bytes } = parsed(header);
    const left = { bytes };
    yield { name, bytes, content: source.stream(left) };
    for await (const _rest of source.stream(left));
    await source.take(paddingOf(bytes));
  }
}

function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100 || bytes > longest) throw new Error(`${name} does not fit into an archive`);
  const header = Buffer.alloc(block);
  header.write(name, 0);
  const isFolder = name.endsWith('/');
  header.write(isFolder ? '0000700\0' : '0000600\0', 100);
  header.write('0000000\x000000000\0', 108);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header)}\0 `, 148);
  return header;
}

function parsed(header: Buffer): { name: string; bytes: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).split('\0')[0] ?? '';
  const sum = text(148, 156).trim();
  header.fill(' ', 148, 156);
  const bytes = Number.parseInt(text(124, 136), 8);
  if (checksumOf(header) !== sum || !Number.isSafeInteger(bytes))
    throw new ArchiveRefused('The archive is damaged: a file in it has no header.');
  return { name: text(0, 100), bytes };
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function checksumOf(header: Buffer): string {
  return header
    .reduce((sum, byte) => sum + byte, 0)
    .toString(8)
    .padStart(6, '0');
}

function paddingOf(bytes: number): number {
  return (block - (bytes % block)) % block;
}

/** Reads exact numbers of bytes from chunks of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream({ bytes })) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Counts down what is left, so that another stream can continue where a caller has ended this one. */
  async *stream(left: { bytes: number }): AsyncGenerator<Buffer> {
    while (left.bytes > 0) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) throw new ArchiveRefused('The archive ends in the middle of a file.');
        this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
      const part = this.#rest.subarray(0, left.bytes);
      this.#rest = this.#rest.subarray(part.length);
      left.bytes -= part.length;
      yield part;
    }
  }
}

/** Passes content on while it is hashed; `digest` is right once all of it has passed. */
export function hashing(content: Member['content']): { content: AsyncIterable<Uint8Array>; digest: () => string } {
  const hash = createHash('sha256');
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { content: pass(), digest: () => hash.digest('hex') };
}
