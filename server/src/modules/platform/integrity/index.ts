import type { Parts } from '../../../context/dependencies.ts';
import { auditCheck } from '../../audit/log/index.ts';
import { runChecks } from './run-checks.ts';
import { talliesCheck } from './tallies.ts';

export { listBrokenChecks } from './queries.ts';

/** Job: holds the audit log of each business against its chain of hashes, once a day. */
export async function checkAudit(parts: Parts): Promise<number> {
  return runChecks(parts, auditCheck);
}

/** Job: holds the tallies of each business against its bookings, once a day. */
export async function checkTallies(parts: Parts): Promise<number> {
  return runChecks(parts, talliesCheck);
}
