import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a link lives (reliability.md A17). */
export const linkSeconds = 60;

/** Whom a link to a file serves, until when, and how. Every part is signed. */
export interface FileLink {
  readonly fileId: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** Unix seconds. */
  readonly expires: number;
  readonly download: boolean;
}

/** The address of a private file. `key` is the installation's `fileLinkKey`. */
export function addressOf(link: FileLink, key: string): string {
  const query = new URLSearchParams({ expires: String(link.expires), session: link.sessionId, signature: sign(link, key) });
  if (link.download) query.set('download', '1');
  return `/api/files/${link.fileId}?${query}`;
}

/** Whether this very link was signed with the key; how long the answer takes tells nothing about the signature. */
export function isSigned(link: FileLink, signature: string, key: string): boolean {
  const [expected, given] = [Buffer.from(sign(link, key)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sign(link: FileLink, key: string): string {
  const parts = ['file', link.fileId, link.tenantId, link.sessionId, link.userId, link.expires, link.download ? 'download' : 'view'];
  return createHmac('sha256', Buffer.from(key, 'base64')).update(parts.join('\n')).digest('base64url');
}
