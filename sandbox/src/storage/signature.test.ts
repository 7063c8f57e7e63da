import { expect, test } from 'vitest';
import { verifySignature } from './signature.ts';

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and
// sigv4-query-string-auth.html.
const account = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const byHeader = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
};
const presigned = {
  method: 'GET',
  url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host },
};

test('the published examples are right, in the header and in the query [T-5.11]', () => {
  expect(verifySignature(byHeader, account, at)).toBe(empty);
  expect(verifySignature(presigned, account, at)).toBe('UNSIGNED-PAYLOAD');
});

test.each([
  ['another method', { ...byHeader, method: 'DELETE' }, 'SignatureDoesNotMatch'],
  ['another key of the bucket', { ...byHeader, url: '/other.txt' }, 'SignatureDoesNotMatch'],
  ['an added parameter', { ...presigned, url: `${presigned.url}&versionId=1` }, 'SignatureDoesNotMatch'],
  [
    'a changed header',
    { ...byHeader, headers: { ...byHeader.headers, range: 'bytes=0-99' } },
    'SignatureDoesNotMatch',
  ],
  [
    'a header of S3 that is not signed',
    { ...byHeader, headers: { ...byHeader.headers, 'x-amz-acl': 'public-read' } },
    'AccessDenied',
  ],
  [
    'no signature',
    { ...byHeader, headers: { ...byHeader.headers, authorization: undefined } },
    'AccessDenied',
  ],
  [
    'a lengthened expiry',
    { ...presigned, url: presigned.url.replace('86400', '604800') },
    'SignatureDoesNotMatch',
  ],
  [
    'an expiry of more than a week',
    { ...presigned, url: presigned.url.replace('86400', '604801') },
    'AuthorizationQueryParametersError',
  ],
  [
    'another region',
    { ...presigned, url: presigned.url.replace('us-east-1', 'eu-west-1') },
    'AuthorizationHeaderMalformed',
  ],
  [
    'another access key',
    { ...presigned, url: presigned.url.replace('AKIAI', 'AKIAJ') },
    'InvalidAccessKeyId',
  ],
])('%s is refused [T-5.11]', (_what, request, code) => {
  expect(() => verifySignature(request, account, at)).toThrow(expect.objectContaining({ code }));
});

test('another secret is refused', () => {
  const other = { ...account, secretKey: 'other' };
  expect(() => verifySignature(byHeader, other, at)).toThrow(
    expect.objectContaining({ code: 'SignatureDoesNotMatch' }),
  );
});

test('a presigned address expires, and is not valid before its time', () => {
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  expect(verifySignature(presigned, account, after(86_400))).toBe('UNSIGNED-PAYLOAD');
  expect(() => verifySignature(presigned, account, after(86_401))).toThrow('Request has expired');
  expect(() => verifySignature(presigned, account, after(-901))).toThrow('Request is not yet valid');
});

test('a signed request is good for a quarter of an hour', () => {
  expect(verifySignature(byHeader, account, new Date(at.getTime() + 900_000))).toBe(empty);
  const late = new Date(at.getTime() + 901_000);
  expect(() => verifySignature(byHeader, account, late)).toThrow(
    expect.objectContaining({ code: 'RequestTimeTooSkewed' }),
  );
});
