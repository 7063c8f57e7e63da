import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import { checkProof, endAllSessions, takeFactorAway } from '../../identity/index.ts';
import { countRefusedApprovals } from './queries.ts';
import {
  accountOf,
  type AdminAnswer,
  type AdminArguments,
  AdminRefused,
  type AdminWork,
  argument,
  byCommand,
} from './admin-work.ts';

/** Wrong codes of one approver in 15 minutes, as at sign-in. */
const mostWrongCodes = 10;
const windowMs = 15 * 60_000;

/**
 * Takes a lost second factor away, after another super admin has proven theirs: nobody who has the
 * machine alone can. The person signs in with the password, and sets it up again. They are told by
 * mail.
 */
export async function removeLostFactor(
  tx: Tx,
  work: AdminWork,
  { email, approver, code }: AdminArguments,
): Promise<AdminAnswer> {
  const account = await accountOf(tx, email);
  const admin = await accountOf(tx, approver);
  if (!admin.isAdmin)
    throw new AdminRefused(`${admin.email} is no super admin. A super admin has to approve this.`);
  if (admin.id === account.id) throw new AdminRefused('Another super admin has to approve this.');
  if (!account.hasFactor) throw new AdminRefused(`${account.email} has no second factor.`);
  const by = { userId: admin.id, tenantId: account.tenantId };
  const refuse = async (because: keyof typeof refusals): Promise<AdminAnswer> => {
    await auditPerson(tx, work, by, 'factor.removal_refused', account.id, { ...byCommand, because });
    return { lines: [], refused: refusals[because] };
  };
  // Counted while the approver's row is locked, so that concurrent guesses cannot pass.
  const since = new Date(work.now.getTime() - windowMs);
  if ((await countRefusedApprovals(tx, admin.id, since)) >= mostWrongCodes) return refuse('locked');
  const given = argument(code, 'code of the approving super admin').replaceAll(/\s/g, '');
  const proof = /^\d{6}$/.test(given) ? { code: given } : { recoveryCode: given };
  const result = await checkProof(tx, work.dependencies.secrets, { userId: admin.id, proof, now: work.now });
  if (result !== 'right') return refuse(result);
  await takeFactorAway(tx, work, account);
  await endAllSessions(tx, work, account.id, 'ended_by_platform');
  await auditPerson(tx, work, by, 'factor.removed_by_platform', account.id, byCommand);
  return {
    lines: [
      `The second factor of ${account.email} is gone. They sign in with their password, and should set it up again.`,
    ],
  };
}

const refusals = {
  wrong: 'This code is wrong.',
  used: 'This code was already used. Wait for the next one.',
  missing: 'The approving super admin has no second factor of their own.',
  locked: 'Too many wrong codes were tried for this super admin. Wait 15 minutes.',
} as const;
