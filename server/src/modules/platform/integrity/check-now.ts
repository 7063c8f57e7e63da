import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { checkAudit, checkTallies } from './checks.ts';
import { listBroken, makeDue } from './queries.ts';

/**
 * Chains, checks and counts all stored data now instead of once a day, for a restored copy. Returns
 * what does not hold, by ids.
 */
export async function checkStoredData(dependencies: Dependencies): Promise<string[]> {
  await asPlatform(dependencies, makeDue);
  while ((await checkAudit(dependencies)) + (await checkTallies(dependencies)) > 0);
  const broken = await asPlatform(dependencies, listBroken);
  return broken.map(
    ({ kind, tenant_id: tenantId, last_findings: findings }) =>
      `${kind} of ${tenantId}: ${JSON.stringify(findings)}`,
  );
}
