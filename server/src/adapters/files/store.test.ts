import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredFile } from './port.ts';
import { testedFolder, type TestedStore, testedStores } from '../../../test/fixtures/files/tested-stores.ts';

const longest = 1000;
const name = `${crypto.randomUUID()}/${crypto.randomUUID()}`;
const other = `${crypto.randomUUID()}/${crypto.randomUUID()}`;
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe.each(Object.entries(testedStores))('%s [T-5.7]', (_adapter, open) => {
  let store: TestedStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const listed = async () => {
    const found: StoredFile[] = [];
    for await (const file of store.files.list()) found.push(file);
    return found;
  };
  const list = async () => (await listed()).map((file) => file.name).toSorted();
  const put = (at: string, content: Buffer = Buffer.from('a')) =>
    store.files.write(at, Readable.from([content]));

  describe('a draft', () => {
    test('becomes readable by publishing, as it was sent', async () => {
      const content = randomBytes(longest);
      const draft = await store.files.receive(
        Readable.from([content.subarray(0, 300), content.subarray(300)]),
        longest,
      );
      expect(draft).toMatchObject({ bytes: longest, sha256: sha256(content) });
      expect(await readFile(draft.path)).toEqual(content);
      await expect(store.files.read(name)).rejects.toMatchObject({ code: 'ENOENT' });
      await draft.publish(name);
      await draft.discard();
      expect(await buffer(await store.files.read(name))).toEqual(content);
      expect(await store.drafts()).toEqual([]);
    });

    test('is gone once discarded', async () => {
      const draft = await store.files.receive(Readable.from([Buffer.from('a')]), longest);
      await draft.discard();
      expect([await store.drafts(), await list()]).toEqual([[], []]);
    });

    test('of a byte too many is refused without reading on [T-5.5]', async () => {
      let read = 0;
      const endless = Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc((read += 1) && 400);
        })(),
      );
      await expect(store.files.receive(endless, longest)).rejects.toMatchObject({
        code: 'prescription.too_large',
      });
      expect(read).toBeLessThan(30);
      expect(endless.destroyed).toBe(true);
      expect(await store.drafts()).toEqual([]);
    });

    test('whose sender breaks off leaves nothing [T-5.5]', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('gone');
        })(),
      );
      await expect(store.files.receive(broken, longest)).rejects.toThrow('gone');
      expect([await store.drafts(), await list()]).toEqual([[], []]);
    });

    test('of a crash is removed when it is older than an instant', async () => {
      await store.files.receive(Readable.from([Buffer.from('a')]), longest);
      const instant = new Date('2026-11-21T04:30:00Z');
      await store.setDraftsWrittenAt(new Date(instant.getTime() + 1000));
      expect(await store.files.removeDrafts(instant)).toBe(0);
      await store.setDraftsWrittenAt(new Date(instant.getTime() - 1000));
      expect(await store.files.removeDrafts(instant)).toBe(1);
      expect(await store.files.removeDrafts(instant)).toBe(0);
    });
  });

  test('writes a file whole, empty or large, and replaces one of the same name', async () => {
    const contents = [Buffer.alloc(0), randomBytes(6_000_000), Buffer.from('the second')];
    for (const content of contents) {
      expect(await put(name, content)).toEqual({ bytes: content.length, sha256: sha256(content) });
      expect(sha256(await buffer(await store.files.read(name)))).toBe(sha256(content));
      expect(await store.files.stat(name)).toMatchObject({ name, bytes: content.length });
    }
    expect([await list(), await store.drafts()]).toEqual([[name], []]);
  });

  test('lists what is published, with its size and when it was written', async () => {
    await put(name);
    await put(other, Buffer.from('four'));
    await store.files.receive(Readable.from([Buffer.from('a draft')]), longest);
    const instant = new Date('2026-11-21T04:30:00Z');
    await store.setWrittenAt(other, instant);
    expect(await list()).toEqual([name, other].toSorted());
    expect(await store.files.stat(other)).toEqual({ name: other, bytes: 4, writtenAt: instant });
    expect((await listed()).find((file) => file.name === other)).toEqual({
      name: other,
      bytes: 4,
      writtenAt: instant,
    });
  });

  test('removes a file, and one that is not there without an error', async () => {
    await put(name);
    await store.files.remove(name);
    await store.files.remove(name);
    await expect(store.files.read(name)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await store.files.stat(name)).toBeUndefined();
  });

  test.each([
    '../outside',
    'a/b',
    `${name}/x`,
    name.toUpperCase(),
    `drafts/${crypto.randomUUID()}`,
    '/etc/passwd',
    '',
  ])('no file is called %j [T-5.6]', async (wrong) => {
    const draft = await store.files.receive(Readable.from([Buffer.from('a')]), longest);
    for (const act of [
      () => store.files.read(wrong),
      () => store.files.stat(wrong),
      () => draft.publish(wrong),
    ])
      await expect(act()).rejects.toThrow('not the name of a kept file');
  });

  test('can be written to', async () => expect(await store.files.canWrite()).toBe(true));
});

test.skipIf(process.platform === 'win32')('nobody else of the machine may read the folder', async () => {
  const { files, directory, close } = await testedFolder();
  await files.write(name, Readable.from([Buffer.from('a')]));
  const modes = ['', 'drafts', name.split('/')[0] ?? '', name].map(
    async (path) => (await stat(join(directory, path))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700, 0o600]);
  await close();
});
