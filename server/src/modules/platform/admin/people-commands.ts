import { isIP } from 'node:net';
import { formatInstant } from '@samay/contract/core/time';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { forgetCounts } from '../../../http/limits/shared-limiter.ts';
import { deleteRows } from '../../../db/statement.ts';
import { platform } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { auditPerson } from '../../audit/index.ts';
import {
  checkProof,
  emailKey,
  endAllSessions,
  ensurePerson,
  newPasswordLink,
  readSessions,
  takeFactorAway,
} from '../../identity/index.ts';
import {
  lockAccount,
  type AdminCommand,
  AdminRefused,
  argument,
  auditCommand,
  byCommand,
} from './admin-work.ts';
import { countRefusedApprovals, findAccount, insertAdmin, listAdmins } from './queries.ts';

export const showSuperAdmins: AdminCommand = async (tx, work) => {
  await auditCommand(tx, work, 'platform.admins_listed', 'platform');
  return (await run(tx, platform, listAdmins({ now: work.now }))).map(
    ({ email, hasFactor, sessions }) =>
      `${email}: ${hasFactor ? 'with' : 'without'} a second factor, ${sessions} open sessions`,
  );
};

/**
 * Makes a person a super admin, and creates them if no person has the address. The link to set a
 * password is printed, because the first super admin may have no mail server.
 */
export const makeSuperAdmin: AdminCommand = async (tx, work, { email }) => {
  const address = argument(email, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new AdminRefused(`${address} is no email address.`);
  const [known] = await run(tx, platform, findAccount({ emailKey: emailKey(address) }));
  if (!known) await ensurePerson(tx, { email: address, now: work.now });
  const account = await lockAccount(tx, address);
  if (account.tenantId !== null)
    throw new AdminRefused(
      `${account.email} belongs to a business, and a super admin belongs to none. Use another address, or remove them under Users there first.`,
    );
  const isNew = (await run(tx, platform, insertAdmin({ userId: account.id }))).length > 0;
  if (isNew) await endAllSessions(tx, work, account.id, 'role_changed');
  await auditCommand(tx, work, 'platform.admin_made', account.id, { isNew });
  const lines = [
    isNew ? `${account.email} is a super admin now.` : `${account.email} was a super admin already.`,
  ];
  if (!account.canSignIn)
    lines.push(
      'They set their password with this link, which works once and for 15 minutes:',
      await newPasswordLink(tx, work.dependencies, account.email),
    );
  return [...lines, 'Outside the demo they set up a second factor when they sign in.'];
};

/** Removes the rights of a super admin. The database keeps the last one. */
export const removeSuperAdmin: AdminCommand = async (tx, work, { email }) => {
  const account = await lockAccount(tx, email);
  if (!account.isAdmin) throw new AdminRefused(`${account.email} is no super admin.`);
  await run(tx, platform, deleteRows('platform_admins', { user_id: account.id }));
  const ended = await endAllSessions(tx, work, account.id, 'role_changed');
  await auditCommand(tx, work, 'platform.admin_removed', account.id);
  return [`${account.email} is no super admin any more, and was signed out of ${ended} sessions.`];
};

/** Limits wrong codes of an approver, as at sign-in. */
const mostWrongCodes = 10;
const windowMs = 15 * 60_000;

const refusals = {
  wrong: 'This code is wrong.',
  used: 'This code was already used. Wait for the next one.',
  missing: 'The approving super admin has no second factor of their own.',
  locked: 'Too many wrong codes were tried for this super admin. Wait 15 minutes.',
} as const;

/**
 * Removes a lost second factor, after another super admin has proven theirs: access to the machine
 * alone is not enough.
 */
export const removeLostFactor: AdminCommand = async (tx, work, { email, approver, code }) => {
  const account = await lockAccount(tx, email);
  const admin = await lockAccount(tx, approver);
  if (!admin.isAdmin)
    throw new AdminRefused(`${admin.email} is no super admin. A super admin has to approve this.`);
  if (admin.id === account.id) throw new AdminRefused('Another super admin has to approve this.');
  if (!account.hasFactor) throw new AdminRefused(`${account.email} has no second factor.`);
  const by = { userId: admin.id, tenantId: account.tenantId };
  const refuse = async (because: keyof typeof refusals) => {
    await auditPerson(tx, work, by, 'factor.removal_refused', account.id, { ...byCommand, because });
    return { refused: refusals[because] };
  };
  // Counts while the approver's row is locked, so that concurrent guesses cannot pass.
  const since = new Date(work.now.getTime() - windowMs);
  const refused = onlyRow(await run(tx, platform, countRefusedApprovals({ adminId: admin.id, since })));
  if (refused.count >= mostWrongCodes) return refuse('locked');
  const given = argument(code, 'code of the approving super admin').replaceAll(/\s/g, '');
  const proof = /^\d{6}$/.test(given) ? { code: given } : { recoveryCode: given };
  const result = await checkProof(tx, work.dependencies.secrets, { userId: admin.id, proof, now: work.now });
  if (result !== 'right') return refuse(result);
  await takeFactorAway(tx, work, account);
  await endAllSessions(tx, work, account.id, 'ended_by_platform');
  await auditPerson(tx, work, by, 'factor.removed_by_platform', account.id, byCommand);
  return [
    `The second factor of ${account.email} is gone. They sign in with their password, and should set it up again.`,
  ];
};

/**
 * Lets a person try codes again and, from a network address, sign-ins. Sign-ins are counted by
 * address, so that nobody can lock an account for its owner.
 */
export const unlockAccount: AdminCommand = async (tx, work, { email, address }) => {
  const { id, email: known, tenantId } = await lockAccount(tx, email);
  const counts = [{ name: 'codes_person', key: id }];
  if (address !== undefined) {
    if (isIP(address) === 0) throw new AdminRefused(`${address} is no network address.`);
    const place = addressKey(address);
    counts.push(
      { name: 'sign_in_account', key: `${place} ${emailKey(known)}` },
      { name: 'sign_in_address', key: place },
    );
  }
  await forgetCounts(tx, counts);
  await auditCommand(tx, work, 'person.unlocked', id, { tenantId });
  return [`${known} may try codes${address === undefined ? '' : ` and sign-ins from ${address}`} again.`];
};

export const showSessions: AdminCommand = async (tx, work, { email }) => {
  const { id: personId, email: known, tenantId } = await lockAccount(tx, email);
  const sessions = await readSessions(tx, personId, work.now);
  await auditCommand(tx, work, 'person.sessions_listed', personId, { tenantId });
  const lines = sessions.map(
    ({ id, browser, system, startedAt, lastUsedAt }) =>
      `${id}: ${browser ?? 'unknown browser'} on ${system ?? 'unknown system'}, since ${formatInstant(startedAt)}, used ${formatInstant(lastUsedAt)}`,
  );
  return lines.length > 0 ? lines : [`${known} is signed in nowhere.`];
};

export const endSessions: AdminCommand = async (tx, work, { email }) => {
  const { id, email: known, tenantId } = await lockAccount(tx, email);
  const ended = await endAllSessions(tx, work, id, 'ended_by_platform');
  await auditCommand(tx, work, 'person.signed_out', id, { tenantId, ended });
  return [`${known} was signed out of ${ended} sessions.`];
};
