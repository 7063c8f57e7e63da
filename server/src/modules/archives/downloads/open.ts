import { Readable } from 'node:stream';
import type { openArchive as endpoint } from '@samay/contract/archives/archives';
import { isOwner } from '@samay/contract/core/roles';
import { indiaDate } from '@samay/contract/core/time';
import type { PublicContext } from '../../../context/request-context.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { unsealed } from '../../../core/sealed-stream.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { hashOfDevice, readCookie, sameSecret } from '../../../http/cookies.ts';
import type { Input } from '../../../http/routes.ts';
import { auditPerson } from '../../audit/index.ts';
import { storedName } from '../../files/index.ts';
import { findSession, needsSecondFactor } from '../../identity/index.ts';
import { decryptKey } from '../stored/key.ts';
import { removeArchive } from '../stored/removal.ts';
import { isSigned } from './link.ts';
import { readArchive } from './queries.ts';

type Link = Pick<Input<typeof endpoint>, 'params' | 'query'>;
const refused = 'file.link_expired';

/**
 * Sends an archive for a valid link, in the session and the browser that it was made for, while the
 * person is still an owner. It is removed once it was sent whole; one that broke off can be downloaded
 * again. Every failure is `file.link_expired`, so that guessing reveals nothing.
 */
export async function openArchive(context: PublicContext, { params, query }: Link): Promise<unknown> {
  const { dependencies, now, reply, request } = context;
  // Answers the request that a browser sends while its service worker starts with nothing: the worker
  // leaves it, and the browser asks again.
  if (request.headers['service-worker-navigation-preload'] !== undefined) return reply.code(204).send();
  const opener = await findOpener(context, { params, query });
  const isRead = request.method === 'GET';
  const work = { ...opener, database: dependencies.database, now, isShown: false };
  const archive = await inTenant(work, async (tx) => {
    const row = orNotFound((await run(tx, opener, readArchive({ id: params.id })))[0], refused);
    assertThat(row.asked_by === opener.userId && row.expires_at && row.expires_at > now, refused);
    if (isRead) await auditPerson(tx, context, opener, 'archive.opened', params.id);
    return row;
  });
  const { content_id: contentId, encrypted_key: encryptedKey, bytes, ready_at: readyAt } = archive;
  assertThat(contentId && encryptedKey && bytes && readyAt, refused);
  reply.headers({
    'content-type': 'application/zip',
    'content-length': Number(bytes),
    'content-disposition': `attachment; filename="samay_export_${indiaDate(readyAt)}.zip"`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  if (!isRead) return reply.send();
  const content = await dependencies.files.read(storedName(opener.tenantId, contentId));
  const key = decryptKey(dependencies.secrets, params.id, encryptedKey);
  reply.raw.once('finish', () => {
    removeSent(context, { tenantId: opener.tenantId, userId: opener.userId, id: params.id });
  });
  return reply.send(Readable.from(unsealed(key, content), { objectMode: false }));
}

/** Removes an archive that was sent whole. A failure is logged: it expires within the day anyway. */
function removeSent(
  context: PublicContext,
  { tenantId, userId, id }: { tenantId: ReturnType<typeof tenantIdOf>; userId: string; id: string },
): void {
  const { dependencies } = context;
  const now = dependencies.clock();
  const work = { database: dependencies.database, tenantId, now, isShown: false };
  removeArchive(dependencies, { tenantId, id, downloadedAt: now })
    .then(async () =>
      inTenant(work, (tx) =>
        auditPerson(tx, { ...context, now }, { userId, tenantId }, 'archive.downloaded', id),
      ),
    )
    .catch((error: unknown) => {
      context.log.warn({ err: error, archive: id }, 'an archive that was downloaded could not be removed');
    });
}

async function findOpener({ dependencies, request, now }: PublicContext, { params, query }: Link) {
  const expires = /^\d+$/.test(query.expires) ? Number(query.expires) : 0;
  assertThat(now.getTime() < expires * 1000, refused);
  const session = orNotFound(await findSession(dependencies.database, query.session, now), refused);
  assertThat(!needsSecondFactor(session), refused);
  const { user_id: userId, role } = session;
  const tenantId = session.tenant_id && tenantIdOf(session.tenant_id);
  assertThat(tenantId && isOwner(role) && session.onboarding_completed, refused);
  const link = { archiveId: params.id, tenantId, sessionId: query.session, userId, expires };
  assertThat(
    dependencies.secrets.fileLinkKeys.some(({ key }) => isSigned(link, query.signature, key)),
    refused,
  );
  const device = orNotFound(readCookie(request, dependencies.settings, 'device'), refused);
  assertThat(sameSecret(hashOfDevice(device), session.device_hash), refused);
  return { userId, tenantId };
}
