import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderFiles } from './folder.ts';
import type { FileStore } from './port.ts';

const longest = 1000;
const name = `${crypto.randomUUID()}/${crypto.randomUUID()}`;
let directory: string;
let files: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'samay-files-'));
  files = await folderFiles(join(directory, 'files'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('a draft', () => {
  test('becomes visible by publishing, as it was sent', async () => {
    const content = randomBytes(longest);
    const draft = await files.receive(Readable.from([content.subarray(0, 300), content.subarray(300)]), longest);
    expect(draft).toMatchObject({ bytes: longest, sha256: createHash('sha256').update(content).digest('hex') });
    expect(await draft.read()).toEqual(content);
    await expect(files.open(name)).rejects.toMatchObject({ code: 'ENOENT' });
    await draft.publish(name);
    await draft.discard();
    expect(await buffer(await files.open(name))).toEqual(content);
    expect(await drafts()).toEqual([]);
  });

  test('is gone once discarded', async () => {
    const draft = await files.receive(Readable.from([Buffer.from('a')]), longest);
    await draft.discard();
    expect(await drafts()).toEqual([]);
  });

  test('of a byte too many is refused without reading on', async () => {
    let read = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc((read += 1) && 400);
      })(),
    );
    await expect(files.receive(endless, longest)).rejects.toMatchObject({ code: 'prescription.too_large' });
    expect(read).toBeLessThan(30);
    expect(endless.destroyed).toBe(true);
    expect(await drafts()).toEqual([]);
  });

  test('whose sender breaks off leaves nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('gone');
      })(),
    );
    await expect(files.receive(broken, longest)).rejects.toThrow('gone');
    expect(await drafts()).toEqual([]);
  });
});

test.skipIf(process.platform === 'win32')('nobody else of the machine may read it', async () => {
  await (await files.receive(Readable.from([Buffer.from('a')]), longest)).publish(name);
  const modes = ['', 'drafts', name.split('/')[0] ?? '', name].map(
    async (path) => (await stat(join(directory, 'files', path))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700, 0o600]);
});

test.each(['../outside', 'a/b', `${name}/x`, name.toUpperCase(), `drafts/${crypto.randomUUID()}`, '/etc/passwd', ''])(
  'no file is called %j',
  async (wrong) => {
    await expect(files.open(wrong)).rejects.toThrow('not the name of a kept file');
  },
);

test('removing what is not there is fine', async () => {
  await files.remove(name);
});

test('lists and removes what is older than an instant', async () => {
  const other = `${crypto.randomUUID()}/${crypto.randomUUID()}`;
  await (await files.receive(Readable.from([Buffer.from('a')]), longest)).publish(name);
  await (await files.receive(Readable.from([Buffer.from('a')]), longest)).publish(other);
  await files.receive(Readable.from([Buffer.from('a')]), longest);
  const instant = new Date('2026-11-21T04:30:00Z');
  await utimes(join(directory, 'files', name), 0, instant.getTime() / 1000 - 1);
  await utimes(join(directory, 'files', other), 0, instant.getTime() / 1000 + 1);
  await utimes(join(directory, 'files', 'drafts', (await drafts())[0] ?? ''), 0, instant.getTime() / 1000 - 1);
  const old: string[] = [];
  for await (const found of files.olderThan(instant)) old.push(found);
  expect(old).toEqual([name]);
  expect(await files.removeDrafts(instant)).toBe(1);
  expect(await files.removeDrafts(instant)).toBe(0);
});

async function drafts(): Promise<string[]> {
  return readdir(join(directory, 'files', 'drafts'));
}
