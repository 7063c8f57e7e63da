import { openAsBlob } from 'node:fs';
import type { Readable } from 'node:stream';
import type { BucketSettings } from '../../core/file-settings.ts';
import {
  type BucketDeadlines,
  type BucketLog,
  BucketRequests,
  usualBucketDeadlines,
} from './bucket-requests.ts';
import { draftsIn } from './drafts.ts';
import { assertFileName, isFileName } from './file-name.ts';
import type { Content, FileStore, StoredFile } from './port.ts';

interface BucketOptions {
  /** The folder of drafts: an upload is inspected on this machine before the bucket gets it. */
  readonly drafts: string;
  readonly log?: BucketLog | undefined;
  readonly deadlines?: BucketDeadlines;
}

/**
 * Stores private files in a bucket of an object storage (S3, decision 0063). An object appears
 * whole or not at all, with the checksum that the storage compares, and encrypted by it. Versions
 * are never deleted: the bucket expires them.
 */
export async function bucketFiles(
  settings: BucketSettings,
  { drafts: folder, log, deadlines = usualBucketDeadlines }: BucketOptions,
): Promise<FileStore> {
  const drafts = await draftsIn(folder);
  const requests = new BucketRequests(settings, deadlines, log);
  const receive: FileStore['receive'] = (content, longest) =>
    drafts.receive(content, longest, (draft, name) => publish(requests, settings, draft, name));
  return {
    isShared: true,
    receive,
    read: (name) => read(requests, name),
    write: async (name, content) => {
      const draft = await receive(content, Infinity);
      await draft.publish(name).finally(() => draft.discard());
      return { bytes: draft.bytes, sha256: draft.sha256 };
    },
    stat: (name) => stat(requests, name),
    list: () => list(requests),
    remove: (name) => remove(requests, name),
    canWrite: async () => (await drafts.canWrite()) && (await answers(requests)),
    removeDrafts: (instant) => drafts.remove(instant),
  };
}

async function publish(
  requests: BucketRequests,
  { encryption }: BucketSettings,
  draft: Content & { path: string },
  name: string,
): Promise<void> {
  assertFileName(name);
  const headers = {
    'x-amz-checksum-sha256': Buffer.from(draft.sha256, 'hex').toString('base64'),
    ...(encryption && { 'x-amz-server-side-encryption': encryption }),
  };
  // Read from disk while it is sent, with a length known before.
  const reply = await requests.send('PUT', name, [200], { headers, body: await openAsBlob(draft.path) });
  await reply.body?.cancel();
}

async function read(requests: BucketRequests, name: string): Promise<Readable> {
  assertFileName(name);
  const reply = await requests.send('GET', name, [200, 404]);
  if (reply.status === 200 && reply.body) return requests.content(reply.body);
  const answer = await reply.text();
  if (!answer.includes('<Code>NoSuchKey</Code>'))
    throw requests.unavailable(new Error(`GET was answered with ${reply.status}: ${answer}`));
  throw Object.assign(new Error(`there is no file ${name}`), { code: 'ENOENT' });
}

async function stat(requests: BucketRequests, name: string): Promise<StoredFile | undefined> {
  assertFileName(name);
  const { status, headers } = await requests.send('HEAD', name, [200, 404]);
  if (status === 404) return undefined;
  return {
    name,
    bytes: Number(headers.get('content-length')),
    writtenAt: new Date(headers.get('last-modified') ?? 0),
  };
}

async function* list(requests: BucketRequests): AsyncGenerator<StoredFile> {
  for await (const { key, size, lastModified } of requests.list()) {
    if (isFileName(key)) yield { name: key, bytes: size, writtenAt: lastModified };
  }
}

async function remove(requests: BucketRequests, name: string): Promise<void> {
  assertFileName(name);
  const reply = await requests.send('DELETE', name, [204]);
  await reply.body?.cancel();
}

/** Returns whether the bucket answers. A write would leave two more versions in it each time. */
async function answers(requests: BucketRequests): Promise<boolean> {
  return requests
    .list({ maxResults: 1 })
    .next()
    .then(
      () => true,
      () => false,
    );
}
