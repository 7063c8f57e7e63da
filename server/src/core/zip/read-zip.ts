import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

/** A file that is no whole ZIP archive. */
export class ZipDamaged extends Error {
  override readonly name = 'ZipDamaged';
}

/** A ZIP archive on this machine's disk or in memory. */
export interface ZipArchive {
  /** The paths of its files. */
  readonly names: readonly string[];
  /** Returns the bytes to which a file is unpacked, as the directory says; 0 where there is none. */
  bytesOf(name: string): number;
  /** Streams a file. @throws ZipDamaged where it is missing, changed or longer than it says */
  read(name: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** The bytes of an archive, by their place. */
interface Source {
  readonly size: number;
  read(start: number, length: number): Promise<Buffer>;
}

interface Entry {
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  readonly offset: number;
}

const endBytes = 22;
const mostComment = 65_535;
const most32 = 0xff_ff_ff_ff;
const most16 = 0xff_ff;
/** A directory of 200,000 files has some 20 MB. */
const longestDirectory = 64 * 1024 * 1024;

/** Opens a ZIP archive by its directory, which is at its end. @throws ZipDamaged */
export async function openZip(path: string): Promise<ZipArchive> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await openSource({ size, read: (start, length) => readAt(file, start, length) }, () =>
      file.close(),
    );
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a ZIP archive whose bytes are in memory. @throws ZipDamaged */
export async function openZipInMemory(content: Buffer): Promise<ZipArchive> {
  const read = async (start: number, length: number) => {
    const part = content.subarray(start, start + length);
    if (part.length < length) throw new ZipDamaged('it breaks off');
    return part;
  };
  return openSource({ size: content.length, read }, async () => undefined);
}

async function openSource(source: Source, close: () => Promise<void>): Promise<ZipArchive> {
  const entries = await readDirectory(source);
  return {
    names: [...entries.keys()],
    bytesOf: (name) => entries.get(name)?.bytes ?? 0,
    read: (name) => readEntry(source, entries.get(name)),
    close,
  };
}

async function readDirectory(source: Source): Promise<Map<string, Entry>> {
  const { size } = source;
  const tail = await source.read(
    Math.max(0, size - endBytes - mostComment),
    Math.min(size, endBytes + mostComment),
  );
  const found = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (found === -1 || tail.length - found < endBytes) throw new ZipDamaged('it has no end of a ZIP archive');
  const end = tail.subarray(found);
  let [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count === most16 || length === most32 || start === most32) {
    const locator = found >= 20 ? tail.subarray(found - 20, found) : Buffer.alloc(0);
    if (locator.length === 0 || locator.readUInt32LE(0) !== 0x07_06_4b_50)
      throw new ZipDamaged('its directory is not found');
    const large = await source.read(Number(locator.readBigUInt64LE(8)), 56);
    count = Number(large.readBigUInt64LE(32));
    length = Number(large.readBigUInt64LE(40));
    start = Number(large.readBigUInt64LE(48));
  }
  if (length > longestDirectory) throw new ZipDamaged('its directory is too long');
  return listEntries(await source.read(start, length), count);
}

function listEntries(directory: Buffer, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let read = 0; read < count; read += 1) {
    if (directory.length < at + 46 || directory.readUInt32LE(at) !== 0x02_01_4b_50)
      throw new ZipDamaged('its directory breaks off');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      directory.readUInt16LE(at + place),
    );
    if (nameLength === undefined || extraLength === undefined || commentLength === undefined) break;
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const offset = directory.readUInt32LE(at + 42);
    if (![0, 8].includes(directory.readUInt16LE(at + 10)) || entries.has(name))
      throw new ZipDamaged(`its file ${name} is packed in another way, or twice`);
    entries.set(name, {
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: offset === most32 && extra.length >= 12 ? Number(extra.readBigUInt64LE(4)) : offset,
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

async function* readEntry(source: Source, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw new ZipDamaged('a file of it is missing');
  const head = await source.read(entry.offset, 30);
  if (head.readUInt32LE(0) !== 0x04_03_4b_50)
    throw new ZipDamaged('a file of it does not begin where it should');
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const isPacked = head.readUInt16LE(8) !== 0;
  const raw = entry.packed === 0 ? [] : pieces(source, start, entry.packed);
  let [crc, bytes] = [0, 0];
  for await (const chunk of isPacked ? inflated(raw) : raw) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
    if (bytes > entry.bytes) throw new ZipDamaged('a file of it is longer than it says');
    yield chunk;
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw new ZipDamaged('a file of it was changed');
}

async function* inflated(raw: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const done = pipeline(raw, inflate);
  done.catch(() => undefined);
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) yield chunk;
    await done;
  } catch (error) {
    if (error instanceof ZipDamaged) throw error;
    throw new ZipDamaged('a file of it was changed', { cause: error });
  }
}

async function* pieces(source: Source, start: number, length: number): AsyncGenerator<Buffer> {
  const most = 256 * 1024;
  for (let at = 0; at < length; at += most) yield await source.read(start + at, Math.min(most, length - at));
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  if (bytesRead < length) throw new ZipDamaged('it breaks off');
  return buffer;
}
