import { createHash } from 'node:crypto';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { instantNow } from '../party/clock.ts';
import { startStorageServer, storageAccount } from './server.ts';

const encrypted = { metadata: { 'x-amz-server-side-encryption': 'AES256' } };
let storage: Awaited<ReturnType<typeof startStorageServer>>;
let client: S3Client;

beforeEach(async () => {
  storage = await startStorageServer(0);
  client = clientWith({});
});
afterEach(() => storage.close());

function clientWith(other: { secretKey?: string; bucket?: string }): S3Client {
  return new S3Client({ endPoint: storage.party.address, ...storageAccount, ...other });
}

/** Returns the status of an answer and the code of its error. */
async function outcome(answer: Promise<Response>): Promise<string> {
  const reply = await answer;
  return `${reply.status} ${/<Code>(\w+)</.exec(await reply.text())?.[1] ?? ''}`.trim();
}

test('an object is kept, given and removed; a versioned bucket loses nothing', async () => {
  const first = await client.putObject('a b/+ü', 'one', encrypted);
  await client.putObject('a b/+ü', 'two', encrypted);
  expect(await (await client.getObject('a b/+ü')).text()).toBe('two');
  expect(await client.statObject('a b/+ü')).toMatchObject({
    size: 3,
    metadata: { 'x-amz-server-side-encryption': 'AES256' },
  });
  await client.deleteObject('a b/+ü');
  await client.deleteObject('a b/+ü');
  expect(await client.exists('a b/+ü')).toBe(false);
  const versions = storage.objects.versions('a b/+ü');
  expect([versions[0]?.versionId, versions.map(({ content }) => content?.toString())]).toEqual([
    first.versionId,
    ['one', 'two', undefined, undefined],
  ]);
  expect(storage.party.arrivals.at(-1)?.summary).toBe('PUT /samay-files/a%20b/%2B%C3%BC → 200');
});

test('objects are listed by prefix, in pages', async () => {
  for (const key of ['a/1', 'a/2', 'a/3', 'b/1']) await client.putObject(key, key, encrypted);
  await client.deleteObject('a/2');
  const keys: string[] = [];
  for await (const { key, size } of client.listObjects({ prefix: 'a/', pageSize: 1 }))
    keys.push(`${key} ${size}`);
  expect(keys).toEqual(['a/1 3', 'a/3 3']);
});

test('what is not signed with the key, not in the bucket or not encrypted is refused', async () => {
  await expect(clientWith({ secretKey: 'wrong' }).putObject('a', 'x', encrypted)).rejects.toMatchObject({
    code: 'SignatureDoesNotMatch',
  });
  await expect(clientWith({ bucket: 'other' }).putObject('a', 'x', encrypted)).rejects.toMatchObject({
    code: 'NoSuchBucket',
  });
  await expect(client.putObject('a', 'x')).rejects.toMatchObject({ statusCode: 403, code: 'AccessDenied' });
  expect(await outcome(fetch(`${storage.party.address}/samay-files/a`))).toBe('403 AccessDenied');
  expect(storage.objects.keys()).toEqual([]);
});

test('a presigned address works for its method and time, and checks the checksum that it names', async () => {
  const metadata = {
    'x-amz-server-side-encryption': 'AES256',
    'x-amz-checksum-sha256': createHash('sha256').update('x').digest('base64'),
  };
  const put = await client.getPresignedUrl('PUT', 'a', { expirySeconds: 60, extraHeaders: metadata });
  expect(await outcome(fetch(put, { method: 'PUT', body: 'y', headers: metadata }))).toBe('400 BadDigest');
  expect(await outcome(fetch(put, { method: 'PUT', body: 'x', headers: metadata }))).toBe('200');
  expect(await outcome(fetch(put))).toMatch(/^403/);
  const requestDate = new Date(Date.parse(instantNow()) - 61_000);
  const past = await client.presignedGetObject('a', { expirySeconds: 60, requestDate });
  expect(await outcome(fetch(past))).toBe('403 AccessDenied');
  expect(await outcome(fetch(await client.presignedGetObject('a', { expirySeconds: 60 })))).toBe('200');
});

describe('faults', () => {
  beforeEach(() => client.putObject('a', 'content', encrypted));

  test.each([
    ['busy', 503, 'SlowDown'],
    ['limit', 429, 'TooManyRequests'],
    ['deny', 403, 'AccessDenied'],
  ])('%s answers %i %s and keeps nothing [T-5.11]', async (mode, statusCode, code) => {
    storage.party.setMode(mode);
    await expect(client.putObject('b', 'x', encrypted)).rejects.toMatchObject({ statusCode, code });
    await expect(client.getObject('a')).rejects.toBeInstanceOf(S3Errors.ServerError);
    expect(storage.objects.keys()).toEqual(['a']);
  });

  test('hang never answers, and the server closes all the same', async () => {
    storage.party.setMode('hang');
    const hanging = expect(client.getObject('a')).rejects.toThrow('fetch failed');
    await expect.poll(() => storage.party.arrivals.length).toBe(2);
    await storage.close();
    await hanging;
  });

  test('close breaks an upload off before it is kept, and a download in the middle', async () => {
    storage.party.setMode('close');
    await expect(client.putObject('b', 'x', encrypted)).rejects.toThrow('fetch failed');
    await expect(client.getObject('a').then((reply) => reply.text())).rejects.toThrow();
    expect(storage.objects.keys()).toEqual(['a']);
  });

  test('stall gives half of an object, and the server closes all the same', async () => {
    storage.party.setMode('stall');
    const reader = (await client.getObject('a')).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('con');
    const waiting = expect(reader?.read()).rejects.toThrow('terminated');
    await storage.close();
    await waiting;
  });

  test('forget keeps an upload and does not say so', async () => {
    storage.party.setMode('forget');
    await expect(client.putObject('b', 'x', encrypted)).rejects.toThrow('fetch failed');
    expect(storage.objects.keys()).toEqual(['a', 'b']);
  });

  test('corrupt changes a byte on the way', async () => {
    storage.party.setMode('corrupt');
    expect(await (await client.getObject('a')).text()).toBe('bontent');
  });
});
