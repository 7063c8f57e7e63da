import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-error.ts';

export interface Account {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** A request as it arrived. Names of headers are in lower case. */
export interface SignedRequest {
  readonly method: string;
  /** The address with its query, as it was sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const algorithm = 'AWS4-HMAC-SHA256';
const skewMs = 15 * 60_000;
const longestExpiry = 7 * 86_400;

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
  /** The validity of a presigned address, in seconds. */
  readonly expires: number | undefined;
}

/**
 * Verifies a request's signature, Signature Version 4, in its header or in the query of a presigned
 * address (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 * Returns the hash that the payload must have.
 * @throws S3Error with the code that S3 answers.
 */
export function verifySignature(request: SignedRequest, account: Account, now: Date): string {
  const url = new URL(request.url, 'http://storage');
  const claim = url.searchParams.has('X-Amz-Signature')
    ? claimOfQuery(url.searchParams)
    : claimOfHeader(request.headers);
  const [accessKey, day, region, service, end] = claim.credential.split('/');
  if (accessKey !== account.accessKey)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist.');
  if (
    region !== account.region ||
    service !== 's3' ||
    end !== 'aws4_request' ||
    day !== claim.date.slice(0, 8)
  )
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The scope of the credential is wrong.');
  assertInTime(claim, now);
  assertAllSigned(request.headers, claim);
  const canonical = canonicalRequest(request, url, claim);
  const text = [algorithm, claim.date, [day, region, service, end].join('/'), sha256(canonical)].join('\n');
  const key = [day, region, service, end].reduce<string | Buffer>(
    (under, part) => hmac(under, part ?? ''),
    `AWS4${account.secretKey}`,
  );
  if (!isSame(hmac(key, text).toString('hex'), claim.signature))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The signature that was calculated differs from the one that was sent.',
    );
  return claim.payloadHash;
}

function claimOfHeader(headers: SignedRequest['headers']): Claim {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    );
  const [, credential, signedHeaders, signature] = parts ?? [];
  const [date, payloadHash] = [headers['x-amz-date'], headers['x-amz-content-sha256']];
  if (!credential || !signedHeaders || !signature || !date || !payloadHash)
    throw denied('The request is not signed.');
  return {
    credential,
    date,
    signature,
    signedHeaders: signedHeaders.split(';'),
    payloadHash,
    expires: undefined,
  };
}

function claimOfQuery(query: URLSearchParams): Claim {
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  const expires = Number(of('Expires'));
  if (of('Algorithm') !== algorithm || !(expires >= 1 && expires <= longestExpiry))
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'The algorithm or the expiry is wrong.');
  return {
    credential: of('Credential'),
    date: of('Date'),
    signature: of('Signature'),
    signedHeaders: of('SignedHeaders').split(';'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    expires,
  };
}

function assertInTime({ date, expires }: Claim, now: Date): void {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)?.slice(1) ?? [];
  const [year = '', month, day, hour, minute, second] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (expires === undefined && !(Math.abs(now.getTime() - at) <= skewMs))
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  if (expires !== undefined && !(at - skewMs <= now.getTime())) throw denied('Request is not yet valid');
  if (expires !== undefined && now.getTime() > at + expires * 1000) throw denied('Request has expired');
}

/**
 * Checks that the host and all of S3's own headers are signed: S3 refuses a signed request to which
 * headers could be added.
 */
function assertAllSigned(headers: SignedRequest['headers'], { signedHeaders }: Claim): void {
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !signedHeaders.includes(name)))
    throw denied('There were headers present in the request which were not signed');
}

function canonicalRequest(
  { method, headers }: SignedRequest,
  url: URL,
  { signedHeaders, payloadHash }: Claim,
): string {
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted((one, other) => (one < other ? -1 : 1));
  const lines = signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`,
  );
  return [method, path.join('/'), query.join('&'), lines.join(''), signedHeaders.join(';'), payloadHash].join(
    '\n',
  );
}

/** Percent-encodes all but RFC 3986's unreserved characters. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}

function denied(message: string): S3Error {
  return new S3Error(403, 'AccessDenied', message);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
