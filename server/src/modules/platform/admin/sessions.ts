import { formatInstant } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import { endAllSessions, sessionsOf } from '../../identity/index.ts';
import { accountOf, type AdminAnswer, type AdminArguments, type AdminWork, byCommand } from './admin-work.ts';

/** Lists where a person is signed in. */
export async function showSessions(tx: Tx, work: AdminWork, { email }: AdminArguments): Promise<AdminAnswer> {
  const account = await accountOf(tx, email);
  const sessions = await sessionsOf(tx, account.id, work.now);
  await auditPerson(
    tx,
    work,
    { userId: null, tenantId: account.tenantId },
    'person.sessions_listed',
    account.id,
    byCommand,
  );
  const lines = sessions.map(
    ({ id, browser, system, startedAt, lastUsedAt }) =>
      `${id}: ${browser ?? 'unknown browser'} on ${system ?? 'unknown system'}, since ${formatInstant(startedAt)}, used ${formatInstant(lastUsedAt)}`,
  );
  return { lines: lines.length > 0 ? lines : [`${account.email} is signed in nowhere.`] };
}

/** Signs a person out on all their devices, from their next request. */
export async function endSessions(tx: Tx, work: AdminWork, { email }: AdminArguments): Promise<AdminAnswer> {
  const account = await accountOf(tx, email);
  const ended = await endAllSessions(tx, work, account.id, 'ended_by_platform');
  const owner = { userId: null, tenantId: account.tenantId };
  await auditPerson(tx, work, owner, 'person.signed_out', account.id, { ...byCommand, ended });
  return { lines: [`${account.email} was signed out of ${ended} sessions.`] };
}
