import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import {
  type AdminAnswer,
  type AdminArguments,
  AdminRefused,
  type AdminWork,
  argument,
  byCommand,
  nobody,
} from './admin-work.ts';
import { findBusiness, forgetAuditAnchor, listFailedChecks, recountTallies } from './queries.ts';

/** Shows what the daily checks of stored data found when they last ran. */
export async function showChecks(tx: Tx, work: AdminWork): Promise<AdminAnswer> {
  await auditPerson(tx, work, nobody, 'integrity.listed', 'platform', byCommand);
  const lines = (await listFailedChecks(tx)).map(
    ({ tenantId, kind, found, findings }) =>
      `${kind} of ${tenantId}: ${found} faults, the first of them: ${findings.join('; ')}`,
  );
  return {
    lines: lines.length > 0 ? lines : ['All stored data held against its checks when they last ran.'],
  };
}

/** Counts all tallies again from the bookings. Writes wait meanwhile. */
export async function countTallies(tx: Tx, work: AdminWork): Promise<AdminAnswer> {
  await recountTallies(tx);
  await auditPerson(tx, work, nobody, 'integrity.recounted', 'platform', byCommand);
  return { lines: ['The tallies of all businesses were counted again. The next daily check compares them.'] };
}

/**
 * Accepts the audit log of a business as it is: the next check does not compare its end with what
 * the last good one saw.
 */
export async function acceptAuditLog(
  tx: Tx,
  work: AdminWork,
  { business }: AdminArguments,
): Promise<AdminAnswer> {
  const found = await findBusiness(tx, argument(business, 'business'));
  if (!found)
    throw new AdminRefused(`There is no business with the id, or a person with the address, ${business}.`);
  await forgetAuditAnchor(tx, found.id);
  await auditPerson(tx, work, nobody, 'integrity.accepted', found.id, byCommand);
  return {
    lines: [
      `The audit log of ${found.name} counts as it is from now on. Links that are broken are still found.`,
    ],
  };
}
