import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { readArchive } from './queries.ts';

/** The lifetime of a link in seconds. */
const linkSeconds = 60;

/** The values that a link to an archive is valid for. Every part is signed. */
export interface ArchiveLink {
  readonly archiveId: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** The expiry in Unix seconds. */
  readonly expires: number;
}

/**
 * Makes a link for the owner who asked for an archive. It works for this session in this browser, and
 * expires after a minute. @throws `archive.not_yours`, `archive.gone`
 */
export async function makeArchiveLink(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<{ url: string }> {
  const { caller, dependencies, now, tenantId } = context;
  const { rows } = await readInOneMessage(context, { rows: readArchive({ id }) });
  const archive = orNotFound(rows[0]);
  assertThat(archive.asked_by === caller.userId, 'archive.not_yours');
  assertThat(archive.state === 'ready' && archive.expires_at && archive.expires_at > now, 'archive.gone');
  const expires = Math.floor(now.getTime() / 1000) + linkSeconds;
  const link = { archiveId: id, tenantId, sessionId: caller.sessionId, userId: caller.userId, expires };
  const [first] = dependencies.secrets.fileLinkKeys;
  if (!first) throw new Error('there is no key');
  const query = new URLSearchParams({
    expires: String(expires),
    session: caller.sessionId,
    signature: sign(link, first.key),
  });
  return { url: `/api/archive/${id}/content?${query}` };
}

/** Returns whether this link was signed with the key. The comparison takes constant time. */
export function isSigned(link: ArchiveLink, signature: string, key: string): boolean {
  const [expected, given] = [Buffer.from(sign(link, key)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sign(link: ArchiveLink, key: string): string {
  const parts = ['archive', link.archiveId, link.tenantId, link.sessionId, link.userId, link.expires];
  return createHmac('sha256', Buffer.from(key, 'base64')).update(parts.join('\n')).digest('base64url');
}
