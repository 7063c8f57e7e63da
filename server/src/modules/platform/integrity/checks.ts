import type { Dependencies } from '../../../context/dependencies.ts';
import { auditCheck } from '../../audit/index.ts';
import { runChecks } from './run-checks.ts';
import { talliesCheck } from './tallies-check.ts';

/** Job: compares the audit log of each business with its hash chain, once a day. */
export async function checkAudit(dependencies: Dependencies): Promise<number> {
  return runChecks(dependencies, auditCheck);
}

/** Job: compares the tallies of each business with its bookings, once a day. */
export async function checkTallies(dependencies: Dependencies): Promise<number> {
  return runChecks(dependencies, talliesCheck);
}
