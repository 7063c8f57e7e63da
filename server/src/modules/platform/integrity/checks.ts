import type { Dependencies } from '../../../context/dependencies.ts';
import { auditCheck } from '../../audit/index.ts';
import { runChecks } from './run-checks.ts';
import { talliesCheck } from './tallies-check.ts';

export { listBrokenChecks } from './queries.ts';

/** Job: holds the audit log of each business against its chain of hashes, once a day. */
export async function checkAudit(dependencies: Dependencies): Promise<number> {
  return runChecks(dependencies, auditCheck);
}

/** Job: holds the tallies of each business against its bookings, once a day. */
export async function checkTallies(dependencies: Dependencies): Promise<number> {
  return runChecks(dependencies, talliesCheck);
}
