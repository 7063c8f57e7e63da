import { escapeText } from '../party/escape-text.ts';
import type { VersionedObjects } from './objects.ts';

const mostKeys = 1000;

/** Answers ListObjectsV2 as XML. The continuation token is the last key of the previous page. */
export function listing(bucket: string, objects: VersionedObjects, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
  const most = Math.min(Number(query.get('max-keys') ?? mostKeys), mostKeys);
  const found = objects.keys().filter((key) => key.startsWith(prefix) && key > after);
  const page = found.slice(0, most);
  const isTruncated = page.length < found.length;
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${escapeText(bucket)}</Name><Prefix>${escapeText(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${page.map((key) => contents(key, objects)).join('')}</ListBucketResult>`;
}

function contents(key: string, objects: VersionedObjects): string {
  const object = objects.get(key);
  if (!object) return '';
  const modified = new Date(object.modified).toISOString();
  return `<Contents><Key>${escapeText(key)}</Key><LastModified>${modified}</LastModified><ETag>&quot;${object.etag}&quot;</ETag><Size>${object.content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
}
