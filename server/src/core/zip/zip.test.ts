import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openZip, ZipDamaged } from './read-zip.ts';
import { type ZipFile, zipped } from './write-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samay-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* filesOf(texts: Record<string, string>): AsyncGenerator<ZipFile> {
  for (const [name, text] of Object.entries(texts)) {
    const half = Math.floor(text.length / 2);
    yield {
      name,
      isCompact: name.endsWith('.jpg'),
      content: (async function* () {
        for (const part of [text.slice(0, half), text.slice(half)]) yield Buffer.from(part);
      })(),
    };
  }
}

async function write(texts: Record<string, string>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipped(filesOf(texts))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(content: Buffer): Promise<Record<string, string>> {
  const path = join(folder, 'a.zip');
  await writeFile(path, content);
  const zip = await openZip(path);
  try {
    const texts: Record<string, string> = {};
    for (const name of zip.names) {
      const chunks: Buffer[] = [];
      for await (const chunk of zip.read(name)) chunks.push(chunk);
      texts[name] = Buffer.concat(chunks).toString();
    }
    return texts;
  } finally {
    await zip.close();
  }
}

const texts = {
  'empty.csv': '',
  'empty.jpg': '',
  'a.jpg': 'z'.repeat(100_000),
  'data/a.ndjson': 'क'.repeat(300_000),
  'b.csv': 'a,b\r\n',
};

describe('a ZIP archive [P-15.30]', () => {
  it('is read by another program and by our own', async () => {
    const content = await write(texts);
    const others = Object.entries(unzipSync(content)).map(([name, bytes]) => [name, strFromU8(bytes)]);
    expect(Object.fromEntries(others)).toEqual(texts);
    expect(await read(content)).toEqual(texts);
    // Does not compress again what is compressed already.
    expect(content.length).toBeGreaterThan(100_000);
    expect(content.length).toBeLessThan(105_000);
  });

  it('has more than 65,535 files', async () => {
    const many = Object.fromEntries(Array.from({ length: 65_540 }, (_, at) => [`f/${at}`, '']));
    const content = await write(many);
    expect(Object.keys(unzipSync(content)).length).toBe(65_540);
    const path = join(folder, 'many.zip');
    await writeFile(path, content);
    const zip = await openZip(path);
    expect(zip.names.length).toBe(65_540);
    await zip.close();
  }, 60_000);

  it('of another program is read too, and a damaged one is refused', async () => {
    expect(
      await read(
        Buffer.from(zipSync({ a: [Buffer.from('stored'), { level: 0 }], b: Buffer.from('packed') })),
      ),
    ).toEqual({
      a: 'stored',
      b: 'packed',
    });
    const content = await write(texts);
    const changed = Buffer.from(content);
    changed[120] = (changed[120] ?? 0) ^ 1;
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('no archive'),
      content.subarray(0, content.length - 40),
      changed,
    ])
      await expect(read(bytes)).rejects.toThrow(ZipDamaged);
    expect((await readFile(join(folder, 'a.zip'))).length).toBe(changed.length);
  });
});
