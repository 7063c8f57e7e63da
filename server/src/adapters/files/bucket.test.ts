import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testedBucket, type TestedBucket } from '../../../test/fixtures/files/tested-stores.ts';
import { bucketFiles } from './bucket.ts';

const name = `${crypto.randomUUID()}/${crypto.randomUUID()}`;
const kept = `${crypto.randomUUID()}/${crypto.randomUUID()}`;
const content = randomBytes(100_000);
const unavailable = { code: 'file.unavailable', retryAfter: 10 };

let store: TestedBucket;
let logged: string[];
const log = { error: (about: object) => logged.push((about as { err: Error }).err.message) };
const write = (at: string) => store.files.write(at, Readable.from([content]));

beforeEach(async () => {
  logged = [];
  store = await testedBucket({ log });
  await write(kept);
});
afterEach(() => store.close());

test('every object is encrypted by the storage, and no version of it is lost [T-5.8]', async () => {
  await write(name);
  await write(name);
  await store.files.remove(name);
  const versions = store.storage.objects.versions(name);
  expect(versions.map(({ encryption, content: of }) => [encryption, of?.length])).toEqual([
    ['AES256', content.length],
    ['AES256', content.length],
    [undefined, undefined],
  ]);
});

test('content that changes between disk and storage is refused by the storage [T-5.8]', async () => {
  const draft = await store.files.receive(Readable.from([content]), Infinity);
  await writeFile(draft.path, randomBytes(content.length));
  await expect(draft.publish(name)).rejects.toMatchObject(unavailable);
  expect(store.storage.objects.keys()).toEqual([kept]);
  expect(logged.join()).toContain('BadDigest');
});

describe('a storage that', () => {
  const acts: Record<string, () => Promise<unknown>> = {
    write: () => write(name),
    read: async () => buffer(await store.files.read(kept)),
    stat: () => store.files.stat(kept),
    remove: () => store.files.remove(kept),
    list: () => store.files.list()[Symbol.asyncIterator]().next(),
  };

  test.each(['busy', 'deny'])('is in the mode %s does nothing, and says so [T-5.9]', async (mode) => {
    store.storage.party.setMode(mode);
    for (const act of Object.values(acts)) await expect(act()).rejects.toMatchObject(unavailable);
    expect(await store.files.canWrite()).toBe(false);
    store.storage.party.setMode('ok');
    expect([store.storage.objects.keys(), await store.drafts(), await store.files.canWrite()]).toEqual([
      [kept],
      [],
      true,
    ]);
    expect(await buffer(await store.files.read(kept))).toEqual(content);
    expect(logged.length).toBeGreaterThanOrEqual(Object.keys(acts).length);
  });

  test('closes the connection keeps nothing of an upload, and gives no download for a whole one [T-5.9]', async () => {
    store.storage.party.setMode('close');
    await expect(write(name)).rejects.toMatchObject(unavailable);
    await expect(buffer(await store.files.read(kept))).rejects.toThrow();
    expect([store.storage.objects.keys(), await store.drafts()]).toEqual([[kept], []]);
  });

  test('keeps an upload and does not say so leaves a file that nothing points to, for the sweep', async () => {
    store.storage.party.setMode('forget');
    await expect(write(name)).rejects.toMatchObject(unavailable);
    store.storage.party.setMode('ok');
    expect(await store.files.stat(name)).toMatchObject({ bytes: content.length });
  });

  test.each(['busy', 'limit', 'forget'])('is in the mode %s for a moment is asked again', async (mode) => {
    const slow = await testedBucket({
      deadlines: { answerMs: 10_000, uploadMs: 10_000, retryMs: [1, 1000] },
    });
    slow.storage.party.setMode(mode);
    const writing = slow.files.write(name, Readable.from([content]));
    await expect.poll(() => slow.storage.party.arrivals.length).toBe(2);
    slow.storage.party.setMode('ok');
    expect(await writing).toMatchObject({ bytes: content.length });
    await slow.close();
  });

  test('never answers is given up, whatever is asked [T-5.9]', async () => {
    const impatient = await testedBucket({ deadlines: { answerMs: 50, uploadMs: 50, retryMs: [1] } });
    impatient.storage.party.setMode('hang');
    await expect(impatient.files.write(name, Readable.from([content]))).rejects.toMatchObject(unavailable);
    await expect(impatient.files.read(name)).rejects.toMatchObject(unavailable);
    await expect(impatient.files.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
    expect(await impatient.drafts()).toEqual([]);
    impatient.storage.party.setMode('stall');
    impatient.storage.objects.put(name, content, 'AES256');
    await expect(impatient.files.read(name).then(buffer)).rejects.toMatchObject(unavailable);
    await impatient.close();
  });

  test('is not there, is another or has another bucket is no missing file', async () => {
    const { party } = store.storage;
    const settings = {
      endpoint: party.address,
      region: 'ap-south-1',
      bucket: 'other',
      accessKey: 'sandbox-access-key',
      secretKey: 'wrong',
    };
    for (const other of [settings, { ...settings, secretKey: 'sandbox-secret-key' }]) {
      const files = await bucketFiles(
        { ...other, encryption: 'AES256', pathStyle: true },
        { drafts: `${store.directory}/drafts`, log },
      );
      await expect(files.read(kept)).rejects.toMatchObject(unavailable);
      expect(await files.canWrite()).toBe(false);
    }
    expect(logged.join()).toMatch(/SignatureDoesNotMatch.*NoSuchBucket/s);
    await store.storage.close();
    await expect(store.files.read(kept)).rejects.toMatchObject(unavailable);
  });
});
