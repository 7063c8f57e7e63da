import type { TenantContext } from '../../../context/request-context.ts';
import { addressOf, linkSeconds } from './link.ts';

/** Addresses to see and to download a file: they work for this session in this browser, and die after a minute. */
export function mintLinks(context: TenantContext, fileId: string): { url: string; downloadUrl: string; expiresAt: string } {
  const expires = Math.floor(context.now.getTime() / 1000) + linkSeconds;
  const link = { fileId, tenantId: context.tenantId, sessionId: context.caller.sessionId, userId: context.caller.userId, expires };
  const key = context.dependencies.secrets.fileLinkKey;
  return {
    url: addressOf({ ...link, download: false }, key),
    downloadUrl: addressOf({ ...link, download: true }, key),
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}
