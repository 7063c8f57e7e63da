import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { instantNow } from '../party/clock.ts';
import { escapeText } from '../party/escape-text.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';
import { listing } from './list.ts';
import { VersionedObjects } from './objects.ts';
import { S3Error } from './s3-error.ts';
import { type Account, verifySignature } from './signature.ts';

const modes = {
  ok: 'Keeps and gives objects.',
  busy: 'Answers 503 SlowDown.',
  limit: 'Answers 429 TooManyRequests.',
  deny: 'Answers 403 AccessDenied.',
  hang: 'Reads the request and never answers.',
  close:
    'Closes the connection in the middle: of an upload before it is kept, of a download after half of it.',
  stall: 'Gives the first half of an object, and then nothing.',
  forget: 'Does what is asked, and closes the connection without an answer.',
  corrupt: 'Gives objects with one changed byte.',
};

/**
 * The account and the bucket of the sandbox. The bucket is versioned, and its policy refuses
 * unencrypted objects.
 */
export const storageAccount: Account & { readonly bucket: string } = {
  accessKey: 'sandbox-access-key',
  secretKey: 'sandbox-secret-key',
  region: 'ap-south-1',
  bucket: 'samay-files',
};

/**
 * Starts an object storage that speaks S3: PUT, GET, HEAD, DELETE and ListObjectsV2 in one bucket,
 * with path-style addresses.
 */
export async function startStorageServer(
  port: number,
): Promise<{ party: Party; objects: VersionedObjects; close(): Promise<void> }> {
  const party = new Party('storage', 'Object storage (S3)', modes);
  const objects = new VersionedObjects();
  const server = createServer((request, response) => void serve(party, objects, request, response));
  party.address = `http://${loopback}:${await listen(server, port)}`;
  return { party, objects, close: () => closeNow(server) };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string;
}

async function serve(
  party: Party,
  objects: VersionedObjects,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await buffer(request);
    if (party.mode === 'hang')
      return party.record(`${request.method} ${pathOf(request)}`, { answered: 'nothing' });
    if (party.mode === 'close' && request.method !== 'GET') return void response.destroy();
    const answer = answerTo(party.mode, objects, request, body);
    party.record(`${request.method} ${pathOf(request)} → ${answer.status}`, {
      bytes: body.length,
      headers: request.headers,
    });
    if (party.mode === 'forget') return void response.destroy();
    send(response, party.mode, answer);
  } catch {
    // The caller disconnected in the middle of its request: nothing is kept.
    response.destroy();
  }
}

function answerTo(mode: string, objects: VersionedObjects, request: IncomingMessage, body: Buffer): Answer {
  try {
    if (mode === 'busy') throw new S3Error(503, 'SlowDown', 'Please reduce your request rate.');
    if (mode === 'limit') throw new S3Error(429, 'TooManyRequests', 'Please reduce your request rate.');
    if (mode === 'deny') throw new S3Error(403, 'AccessDenied', 'Access Denied');
    const {
      method = '',
      url = '',
      headers,
    } = request as IncomingMessage & { headers: Record<string, string | undefined> };
    const hash = verifySignature({ method, url, headers }, storageAccount, new Date(instantNow()));
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex'))
      throw new S3Error(
        400,
        'XAmzContentSHA256Mismatch',
        'The hash of the payload differs from the one that was sent.',
      );
    return act(objects, method, new URL(url, 'http://storage'), headers, body);
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code><Message>${escapeText(error.message)}</Message></Error>`;
    return { status: error.status, headers: { 'content-type': 'application/xml' }, body: xml };
  }
}

function act(
  objects: VersionedObjects,
  method: string,
  url: URL,
  headers: Record<string, string | undefined>,
  body: Buffer,
): Answer {
  const [bucket = '', ...parts] = decodeURIComponent(url.pathname.slice(1)).split('/');
  const key = parts.join('/');
  if (bucket !== storageAccount.bucket)
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (method === 'GET' && key === '' && url.searchParams.get('list-type') === '2')
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: listing(bucket, objects, url.searchParams),
    };
  if (key === '') throw notImplemented();
  if (method === 'PUT') return put(objects, key, headers, body);
  if (method === 'DELETE')
    return {
      status: 204,
      headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': objects.delete(key).versionId },
    };
  if (method !== 'GET' && method !== 'HEAD') throw notImplemented();
  const found = objects.get(key);
  if (!found) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': found.content.length,
      'last-modified': new Date(found.modified).toUTCString(),
      etag: `"${found.etag}"`,
      'x-amz-version-id': found.versionId,
      ...(found.encryption && { 'x-amz-server-side-encryption': found.encryption }),
    },
    ...(method === 'GET' && { body: found.content }),
  };
}

function put(
  objects: VersionedObjects,
  key: string,
  headers: Record<string, string | undefined>,
  body: Buffer,
): Answer {
  if (headers['content-length'] === undefined)
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length header.');
  const encryption = headers['x-amz-server-side-encryption'];
  if (encryption !== 'AES256' && encryption !== 'aws:kms')
    throw new S3Error(403, 'AccessDenied', 'The policy of the bucket asks for encryption.');
  const checksum = headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && checksum !== createHash('sha256').update(body).digest('base64'))
    throw new S3Error(
      400,
      'BadDigest',
      'The SHA-256 that you specified did not match the calculated checksum.',
    );
  const { etag, versionId } = objects.put(key, body, encryption);
  return {
    status: 200,
    headers: { etag: `"${etag}"`, 'x-amz-version-id': versionId, 'x-amz-server-side-encryption': encryption },
  };
}

function notImplemented(): S3Error {
  return new S3Error(501, 'NotImplemented', 'The sandbox has no such operation.');
}

function send(response: ServerResponse, mode: string, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  if ((mode === 'close' || mode === 'stall') && body) {
    response.write(body.slice(0, Math.floor(body.length / 2)));
    if (mode === 'close') setImmediate(() => response.destroy());
    return;
  }
  response.end(mode === 'corrupt' && Buffer.isBuffer(body) ? changed(body) : body);
}

function changed(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  copy[0] = (copy[0] ?? 0) ^ 1;
  return copy;
}

/** Returns the path without the query, which has the signature. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
