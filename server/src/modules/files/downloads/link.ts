import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantContext } from '../../../context/request-context.ts';

/** The lifetime of a link in seconds. */
const linkSeconds = 60;

/** The values that a link to a file is valid for. Every part is signed. */
export interface FileLink {
  readonly fileId: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** The expiry in Unix seconds. */
  readonly expires: number;
  readonly download: boolean;
}

/**
 * Returns addresses to view and to download a file. They work for this session in this browser and
 * expire after a minute.
 */
export function mintLinks(
  context: TenantContext,
  fileId: string,
): { url: string; downloadUrl: string; expiresAt: string } {
  const expires = Math.floor(context.now.getTime() / 1000) + linkSeconds;
  const link = {
    fileId,
    tenantId: context.tenantId,
    sessionId: context.caller.sessionId,
    userId: context.caller.userId,
    expires,
  };
  const [first] = context.dependencies.secrets.fileLinkKeys;
  if (!first) throw new Error('there is no key');
  return {
    url: signAddress({ ...link, download: false }, first.key),
    downloadUrl: signAddress({ ...link, download: true }, first.key),
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** Returns the address of a private file. `key` is one of the installation's `fileLinkKeys`. */
export function signAddress(link: FileLink, key: string): string {
  const query = new URLSearchParams({
    expires: String(link.expires),
    session: link.sessionId,
    signature: sign(link, key),
  });
  if (link.download) query.set('download', '1');
  return `/api/files/${link.fileId}?${query}`;
}

/** Returns whether this link was signed with the key. The comparison takes constant time. */
export function isSigned(link: FileLink, signature: string, key: string): boolean {
  const [expected, given] = [Buffer.from(sign(link, key)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sign(link: FileLink, key: string): string {
  const parts = [
    'file',
    link.fileId,
    link.tenantId,
    link.sessionId,
    link.userId,
    link.expires,
    link.download ? 'download' : 'view',
  ];
  return createHmac('sha256', Buffer.from(key, 'base64')).update(parts.join('\n')).digest('base64url');
}
