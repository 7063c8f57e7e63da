import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** A file of a ZIP archive. */
export interface ZipFile {
  /** The path in the archive, in ASCII. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Whether the content is of a kind that is compressed already, such as a photo. */
  readonly isCompact?: boolean;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  readonly offset: number;
}

/** The largest value of a field of four bytes; a larger one is in the fields of ZIP64. */
const most32 = 0xff_ff_ff_ff;
const most16 = 0xff_ff;
/** Names are UTF-8, and the sums of a file follow its content. */
const flags = 0x08_08;
const deflated = 8;
/** 1 January 1980: the files have no time of their own, so that equal contents make equal archives. */
const noTime = { time: 0, date: 0x21 };

/**
 * Writes a ZIP archive, file by file, as far as it is read. Node compresses in threads of its own, so
 * no request waits for it. @throws for a file above 4 GB
 */
export async function* zipped(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content, isCompact } of files) {
    const offset = at;
    const head = localHeader(Buffer.from(name));
    yield head;
    at += head.length;
    const sums = { crc: 0, bytes: 0, packed: 0 };
    const chunks = counted(content, sums);
    for await (const chunk of isCompact ? stored(chunks) : packed(chunks, sums)) {
      yield chunk;
      sums.packed += chunk.length;
    }
    if (sums.bytes > most32 || sums.packed > most32) throw new Error('a file of an archive is above 4 GB');
    const end = descriptor(sums);
    yield end;
    at += sums.packed + end.length;
    written.push({ name: Buffer.from(name), ...sums, offset });
  }
  const start = at;
  for (const file of written) {
    const entry = directoryEntry(file);
    yield entry;
    at += entry.length;
  }
  yield directoryEnd(written.length, start, at - start);
}

/** The length up to which a content is compressed in one call, of some hundred microseconds. */
const smallBytes = 64 * 1024;

/** Compresses a content, which is counted. */
async function* packed(
  chunks: AsyncGenerator<Uint8Array>,
  sums: { readonly bytes: number },
): AsyncGenerator<Buffer> {
  const begin: Uint8Array[] = [];
  while (sums.bytes <= smallBytes) {
    const next = await chunks.next();
    if (next.done) {
      yield deflateRawSync(Buffer.concat(begin));
      return;
    }
    begin.push(next.value);
  }
  yield* packedAside(begin, chunks);
}

/** Compresses chunks in a thread of Node's. */
async function* packedAside(
  begin: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6 });
  const done = pipeline(async function* () {
    yield* begin;
    yield* rest;
  }, deflate);
  // A failure ends the loop below too, which throws it.
  done.catch(() => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) yield chunk;
  await done;
}

const storedBytes = 32 * 1024;

/** Writes chunks in blocks of the compressed format that are as they were. */
async function* stored(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += storedBytes) {
      const block = chunk.subarray(at, at + storedBytes);
      yield blockHead(block.length, false);
      yield block;
    }
  yield blockHead(0, true);
}

function blockHead(length: number, isLast: boolean): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & most16, 3);
  return head;
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  sums: { crc: number; bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    sums.crc = crc32(chunk, sums.crc);
    sums.bytes += chunk.length;
    yield chunk;
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04_03_4b_50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(noTime.time, 10);
  head.writeUInt16LE(noTime.date, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed: length, bytes }: { crc: number; packed: number; bytes: number }): Buffer {
  const end = Buffer.alloc(16);
  end.writeUInt32LE(0x08_07_4b_50, 0);
  end.writeUInt32LE(crc, 4);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(bytes, 12);
  return end;
}

function directoryEntry({ name, crc, packed: length, bytes, offset }: Written): Buffer {
  const far = offset >= most32 ? Buffer.alloc(12) : Buffer.alloc(0);
  if (far.length > 0) {
    far.writeUInt16LE(1, 0);
    far.writeUInt16LE(8, 2);
    far.writeBigUInt64LE(BigInt(offset), 4);
  }
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02_01_4b_50, 0);
  entry.writeUInt16LE(far.length > 0 ? 45 : 20, 4);
  entry.writeUInt16LE(far.length > 0 ? 45 : 20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(noTime.time, 12);
  entry.writeUInt16LE(noTime.date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(length, 20);
  entry.writeUInt32LE(bytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(far.length, 30);
  entry.writeUInt32LE(Math.min(offset, most32), 42);
  return Buffer.concat([entry, name, far]);
}

function directoryEnd(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(length, most32), 12);
  end.writeUInt32LE(Math.min(start, most32), 16);
  if (count < most16 && start < most32 && length < most32) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06_06_4b_50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
