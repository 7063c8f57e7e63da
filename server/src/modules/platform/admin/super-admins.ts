import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey, endAllSessions, ensurePerson, newPasswordLink } from '../../identity/index.ts';
import {
  accountOf,
  type AdminAnswer,
  type AdminArguments,
  AdminRefused,
  type AdminWork,
  argument,
  byCommand,
  nobody,
} from './admin-work.ts';
import { deleteAdmin, findAccount, insertAdmin, listAdmins } from './queries.ts';

/** Lists the super admins. */
export async function showSuperAdmins(tx: Tx, work: AdminWork): Promise<AdminAnswer> {
  await auditPerson(tx, work, nobody, 'platform.admins_listed', 'platform', byCommand);
  const admins = await listAdmins(tx, work.now);
  return {
    lines: admins.map(
      ({ email, hasFactor, sessions }) =>
        `${email}: ${hasFactor ? 'with' : 'without'} a second factor, ${sessions} open sessions`,
    ),
  };
}

/**
 * Makes a person a super admin, and creates them if nobody has the address. Somebody who cannot
 * sign in yet gets a link to set a password, which is printed because the first super admin may
 * have no mail server. Members of a business are refused: a super admin belongs to none.
 */
export async function makeSuperAdmin(
  tx: Tx,
  work: AdminWork,
  { email }: AdminArguments,
): Promise<AdminAnswer> {
  const address = argument(email, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new AdminRefused(`${address} is no email address.`);
  if (!(await findAccount(tx, emailKey(address)))) await ensurePerson(tx, { email: address, now: work.now });
  const account = await accountOf(tx, address);
  if (account.tenantId !== null)
    throw new AdminRefused(
      `${account.email} belongs to a business, and a super admin belongs to none. Use another address, or remove them under Users there first.`,
    );
  const isNew = await insertAdmin(tx, account.id);
  if (isNew) await endAllSessions(tx, work, account.id, 'role_changed');
  await auditPerson(tx, work, nobody, 'platform.admin_made', account.id, { ...byCommand, isNew });
  const link = account.canSignIn ? undefined : await newPasswordLink(tx, work.dependencies, account.email);
  return {
    lines: [
      isNew ? `${account.email} is a super admin now.` : `${account.email} was a super admin already.`,
      ...(link === undefined
        ? []
        : ['They set their password with this link, which works once and for 15 minutes:', link]),
      'Outside the demo they set up a second factor when they sign in.',
    ],
  };
}

/**
 * Takes the rights of a super admin away and signs them out. The last one stays: the database
 * refuses it (migration 0088).
 */
export async function removeSuperAdmin(
  tx: Tx,
  work: AdminWork,
  { email }: AdminArguments,
): Promise<AdminAnswer> {
  const account = await accountOf(tx, email);
  if (!account.isAdmin) throw new AdminRefused(`${account.email} is no super admin.`);
  await deleteAdmin(tx, account.id);
  const ended = await endAllSessions(tx, work, account.id, 'role_changed');
  await auditPerson(tx, work, nobody, 'platform.admin_removed', account.id, byCommand);
  return { lines: [`${account.email} is no super admin any more, and was signed out of ${ended} sessions.`] };
}
