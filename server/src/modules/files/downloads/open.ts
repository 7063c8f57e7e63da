import type { openFile as endpoint } from '@samay/contract/files/files';
import { permissionsIn } from '@samay/contract/core/roles';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie, sameSecret } from '../../../http/cookies.ts';
import type { Input } from '../../../http/routes.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { isSigned } from './link.ts';
import { privateHeaders } from './private-headers.ts';
import { findLinkSession, readFile } from '../uploads/queries.ts';
import { storedName } from '../uploads/receive.ts';

type Link = Pick<Input<typeof endpoint>, 'params' | 'query'>;
const refused = 'file.link_expired';

/**
 * Sends a file for a valid link, in the session and the browser that it was minted for, while the
 * person still has the permission. Every failure is `file.link_expired`, so that guessing reveals
 * nothing.
 */
export async function openFile(context: PublicContext, { params, query }: Link): Promise<unknown> {
  const opener = await findOpener(context, { params, query });
  const file = await inTenant(
    { ...opener, database: context.dependencies.database, now: context.now, isShown: false },
    async (tx) => {
      const row = orNotFound((await run(tx, opener, readFile({ id: params.id })))[0], refused);
      await auditPerson(tx, context, opener, 'prescription.opened', params.id, {
        booking: row.appointment_id,
        download: query.download === '1',
      });
      return row;
    },
  );
  const content = await context.dependencies.files.read(storedName(opener.tenantId, params.id));
  return context.reply.headers(privateHeaders(file, query.download === '1')).send(content);
}

async function findOpener({ dependencies, request, now }: PublicContext, { params, query }: Link) {
  const expires = /^\d+$/.test(query.expires) ? Number(query.expires) : 0;
  assertThat(now.getTime() < expires * 1000, refused);
  const session = orNotFound(await findLinkSession(dependencies.database, query.session, now), refused);
  const { user_id: userId, role, business_type: businessType } = session;
  const tenantId = session.tenant_id && tenantIdOf(session.tenant_id);
  assertThat(tenantId && role && businessType && session.onboarding_completed, refused);
  const link = {
    fileId: params.id,
    tenantId,
    sessionId: query.session,
    userId,
    expires,
    download: query.download === '1',
  };
  assertThat(
    dependencies.secrets.fileLinkKeys.some(({ key }) => isSigned(link, query.signature, key)),
    refused,
  );
  const device = orNotFound(readCookie(request, dependencies.settings, 'device'), refused);
  assertThat(sameSecret(hashOfDevice(device), session.device_hash), refused);
  assertThat(permissionsIn(role, businessType).includes('prescriptions.read'), refused);
  return { userId, tenantId };
}
