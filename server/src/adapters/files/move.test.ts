import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  testedBucket,
  type TestedBucket,
  testedFolder,
  type TestedStore,
} from '../../../test/fixtures/files/tested-stores.ts';
import { moveFiles } from './move.ts';
import type { FileStore } from './port.ts';
import { twoStores } from './two-stores.ts';
import { inheritedEnvironment } from '../../../test/fixtures/inherited-environment.ts';

const tenant = crypto.randomUUID();
const nameOf = (of: number) => `${tenant}/00000000-0000-4000-8000-${String(of).padStart(12, '0')}`;
const names = Array.from({ length: 12 }, (_, of) => nameOf(of));

let folder: TestedStore;
let bucket: TestedBucket;
let both: FileStore;
beforeEach(async () => {
  folder = await testedFolder();
  bucket = await testedBucket();
  both = twoStores(bucket.files, folder.files);
  for (const name of names) await folder.files.write(name, Readable.from([`content of ${name}`]));
});
afterEach(async () => {
  await folder.close();
  await bucket.close();
});

const readContent = async (files: FileStore, name: string) => text(await files.read(name));
const listNames = async (files: FileStore) => {
  const found: string[] = [];
  for await (const { name } of files.list()) found.push(name);
  return found.toSorted();
};

describe('moving a folder to a bucket', () => {
  test('leaves every file readable at every moment, and nothing in the folder [T-5.10]', async () => {
    const missing: string[] = [];
    const moving = new AbortController();
    const reading = (async () => {
      while (!moving.signal.aborted) {
        for (const name of names) {
          const content = await readContent(both, name).catch(String);
          if (content !== `content of ${name}`) missing.push(content);
        }
        if ((await listNames(both)).join() !== names.join()) missing.push('a file in the list');
      }
    })();
    const moved = await moveFiles(folder.files, bucket.files).finally(() => moving.abort());
    await reading;
    expect(moved).toMatchObject({ files: names.length, failed: [] });
    expect([missing, await listNames(folder.files), await listNames(bucket.files)]).toEqual([[], [], names]);
  });

  test('goes on where it was interrupted, and leaves no file twice [T-5.10]', async () => {
    let written = 0;
    const interrupted: FileStore = {
      ...folder.files,
      remove: async (name) => {
        written += 1;
        if (written > 4) throw new Error('the process ended');
        await folder.files.remove(name);
      },
    };
    const first = await moveFiles(interrupted, bucket.files);
    expect([first.files, first.failed.length]).toEqual([4, 8]);
    const versions = () => names.map((name) => bucket.storage.objects.versions(name).length);
    const before = versions();
    expect(await moveFiles(folder.files, bucket.files)).toMatchObject({ files: 8, failed: [] });
    expect([versions(), await listNames(folder.files), await listNames(both)]).toEqual([before, [], names]);
  });

  test('removes no file whose copy differs, and does not leave that copy [T-5.10]', async () => {
    bucket.storage.party.setMode('corrupt');
    const { files, failed } = await moveFiles(folder.files, bucket.files);
    expect([files, failed.length, failed[0]?.reason]).toEqual([
      0,
      names.length,
      'the copy differs from the file',
    ]);
    expect([await listNames(folder.files), bucket.storage.objects.keys()]).toEqual([names, []]);
    bucket.storage.party.setMode('ok');
    expect(await moveFiles(folder.files, bucket.files)).toMatchObject({ files: names.length, failed: [] });
  });

  test('replaces a copy that differs from an earlier run', async () => {
    await bucket.files.write(nameOf(0), Readable.from(['damaged']));
    await moveFiles(folder.files, bucket.files);
    expect(await readContent(bucket.files, nameOf(0))).toBe(`content of ${nameOf(0)}`);
  });

  test('keeps every file while the bucket does not answer', async () => {
    bucket.storage.party.setMode('busy');
    expect((await moveFiles(folder.files, bucket.files)).failed).toHaveLength(names.length);
    expect(await listNames(folder.files)).toEqual(names);
  });

  test('does not bring back a file that is removed meanwhile [T-5.10]', async () => {
    const removing: FileStore = {
      ...bucket.files,
      write: async (name, content) => {
        await both.remove(name);
        return bucket.files.write(name, content);
      },
    };
    await moveFiles(folder.files, removing);
    expect(await listNames(both)).toEqual([]);
  });

  test('is a command, and says what it did', async () => {
    const script = fileURLToPath(new URL('../../move-files.ts', import.meta.url));
    const run = async (environment: Record<string, string>) => {
      const child = spawn(process.execPath, [script], {
        env: { ...inheritedEnvironment, DATA_DIR: dirname(folder.directory), ...environment },
      });
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = (await once(child, 'close')) as [number];
      return [code, (await said).join('')];
    };
    expect(await run({})).toEqual([1, expect.stringContaining('FILES_BUCKET: there is no bucket')]);
    expect(await run(bucket.environment)).toEqual([
      0,
      expect.stringMatching(/^12 files \(\d+ bytes\) are in the bucket now/),
    ]);
    expect(await run({ ...bucket.environment, FILES_WRITTEN_TO: 'folder' })).toEqual([
      0,
      expect.stringContaining('are in the folder now'),
    ]);
    expect(await listNames(folder.files)).toEqual(names);
    bucket.storage.party.setMode('deny');
    expect(await run(bucket.environment)).toEqual([
      1,
      expect.stringContaining('12 files stayed where they were. Run the command again.'),
    ]);
  });

  test('goes back the same way [T-5.10]', async () => {
    await moveFiles(folder.files, bucket.files);
    expect(await moveFiles(bucket.files, folder.files)).toMatchObject({ files: names.length, failed: [] });
    expect([await listNames(folder.files), await listNames(bucket.files)]).toEqual([names, []]);
  });
});

describe('two stores', () => {
  test('write to the first, and find what either has', async () => {
    const added = `${tenant}/${crypto.randomUUID()}`;
    const draft = await both.receive(Readable.from(['new']), 100);
    await draft.publish(added);
    expect([await readContent(bucket.files, added), await readContent(both, nameOf(1))]).toEqual([
      'new',
      `content of ${nameOf(1)}`,
    ]);
    expect([await both.stat(added), await both.stat(nameOf(1))]).toMatchObject([
      { bytes: 3 },
      { name: nameOf(1) },
    ]);
    expect(await listNames(both)).toEqual([...names, added].toSorted());
    await expect(both.read(`${tenant}/${crypto.randomUUID()}`)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('find a file that is moved between the two questions', async () => {
    const moving: FileStore = {
      ...folder.files,
      read: async (name) => {
        await moveFiles(folder.files, bucket.files);
        return folder.files.read(name);
      },
    };
    expect(await readContent(twoStores(bucket.files, moving), nameOf(3))).toBe(`content of ${nameOf(3)}`);
    await moveFiles(bucket.files, folder.files);
    const movingStat: FileStore = {
      ...folder.files,
      stat: async (name) => {
        await moveFiles(folder.files, bucket.files);
        return folder.files.stat(name);
      },
    };
    expect(await twoStores(bucket.files, movingStat).stat(nameOf(3))).toMatchObject({ name: nameOf(3) });
  });

  test('remove and replace in both', async () => {
    await bucket.files.write(nameOf(0), Readable.from(['copy']));
    await both.remove(nameOf(0));
    await both.write(nameOf(1), Readable.from(['replaced']));
    expect([await both.stat(nameOf(0)), await folder.files.stat(nameOf(1))]).toEqual([undefined, undefined]);
    expect(await readContent(both, nameOf(1))).toBe('replaced');
  });

  test('say that a store does not answer, and not that a file is missing', async () => {
    bucket.storage.party.setMode('busy');
    await expect(both.read(nameOf(0))).rejects.toMatchObject({ code: 'file.unavailable' });
  });
});
