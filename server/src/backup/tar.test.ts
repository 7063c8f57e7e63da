import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { jsonMember, passOver, readArchive, writeArchive } from './archive.ts';
import { type Member, readTar, writeTar } from './tar.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const member = (name: string, text: string): Member => ({
  name,
  bytes: Buffer.byteLength(text),
  content: [Buffer.from(text)],
});

it('is read by tar programs, and by us in chunks of any size, also where a caller leaves a part', async () => {
  const archive = await joined(
    writeTar(each([member('a', 'x'.repeat(700)), member('folder/', ''), member('folder/b', 'two')])),
  );
  expect(execFileSync('tar', ['-t'], { input: archive, encoding: 'utf8' })).toBe('a\nfolder/\nfolder/b\n');
  for (const size of [1, 511, 4096]) {
    const chunks = Array.from({ length: Math.ceil(archive.length / size) }, (_, at) =>
      archive.subarray(at * size, (at + 1) * size),
    );
    const read: string[] = [];
    for await (const { name, content } of readTar(each(chunks))) {
      for await (const chunk of content) {
        read.push(`${name} ${String.fromCharCode(chunk[0] ?? 0)}`);
        break;
      }
    }
    expect(read).toEqual(['a x', 'folder/b t']);
  }
});

it('closes the members where its reader leaves', async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield member('a', 'x'.repeat(100_000));
    } finally {
      closed = true;
    }
  }
  for await (const _chunk of writeTar(endless())) break;
  expect(closed).toBe(true);
});

it('refuses what is cut off, and a file that changes while it is archived', async () => {
  const archive = await joined(writeTar(each([member('a', 'x'.repeat(700))])));
  const readAll = async () => {
    for await (const one of readTar(each([archive.subarray(0, 900)]))) await passOver(one);
  };
  await expect(readAll()).rejects.toThrow('Unexpected end of data');
  for (const bytes of [3, 5])
    await expect(joined(writeTar(each([{ ...member('a', 'four'), bytes }])))).rejects.toThrow(
      'a could not be archived: Size mismatch',
    );
});

it('compares every file of an archive with the list at its end [O-3.1]', async () => {
  const head = jsonMember('backup.json', {
    format: 1,
    database: 'embedded',
    takenAt: '2026-11-21T04:30:00.000Z',
    release: '1.0.0',
    newestMigration: '0001',
  });
  const whole = await joined(
    writeArchive(each([head, jsonMember('erasures.json', []), member('files/a', 'content')])),
  );
  expect(await readArchive(each([whole]), passOver)).toMatchObject({
    members: 3,
    head: { database: 'embedded' },
  });
  const changed = Buffer.from(whole);
  changed[changed.indexOf('content')] = 0;
  await expect(readArchive(each([changed]), passOver)).rejects.toThrow('files/a is not as it was written');
  const longer = Buffer.concat([
    whole.subarray(0, -1024),
    await joined(writeTar(each([member('files/b', '')]))),
  ]);
  await expect(readArchive(each([longer]), passOver)).rejects.toThrow('files/b follows the list');
  const unlisted = await joined(writeTar(each([head, member('files/a', 'content')])));
  await expect(readArchive(each([unlisted]), passOver)).rejects.toThrow('no list of its files');
});
