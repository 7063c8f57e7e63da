import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { auditCheck } from '../../audit/index.ts';
import { listBroken, makeDue } from './queries.ts';
import { runChecks } from './run-checks.ts';
import { talliesCheck } from './tallies-check.ts';

/** Job: compares each audit log with its hash chain, once a day. */
export async function checkAudit(dependencies: Dependencies): Promise<number> {
  return runChecks(dependencies, auditCheck);
}

/** Job: compares the tallies with the bookings, once a day. */
export async function checkTallies(dependencies: Dependencies): Promise<number> {
  return runChecks(dependencies, talliesCheck);
}

/** Checks all stored data now, for a restored copy. Returns the findings, by ids. */
export async function checkStoredData(dependencies: Dependencies): Promise<string[]> {
  await asPlatform(dependencies, (tx) => run(tx, platform, makeDue({})));
  while ((await checkAudit(dependencies)) + (await checkTallies(dependencies)) > 0);
  const { broken } = await readInOneMessageAsPlatform(dependencies, { broken: listBroken({}) });
  return broken.map((check) => `${check.kind} of ${check.tenant_id}: ${JSON.stringify(check.last_findings)}`);
}
