import type { Dependencies } from '../context/dependencies.ts';
import { asPlatform } from '../db/tenant.ts';
import { checkFileContents } from '../modules/files/index.ts';
import { chainAudit } from '../modules/audit/index.ts';
import { opensFactors } from '../modules/identity/index.ts';
import { checkStoredData } from '../modules/platform/index.ts';
import { ArchiveRefused } from './tar.ts';

/**
 * Checks a restored copy as a drill does: the audit log against its chain, the tallies against the
 * bookings, every file against its row, and that the secrets open what they encrypted.
 * @throws ArchiveRefused with the failed checks
 */
export async function checkRestored(dependencies: Dependencies): Promise<void> {
  while ((await chainAudit(dependencies)) > 0);
  const wrong = [
    ...(await checkStoredData(dependencies)),
    ...(await checkFileContents(dependencies)).map((name) => `file ${name}`),
  ];
  const opens = await asPlatform(dependencies, (tx) => opensFactors(tx, dependencies.secrets));
  if (!opens) wrong.push('the secrets do not open the second factors');
  if (wrong.length > 0) throw new ArchiveRefused(`The restored copy does not hold: ${wrong.join('; ')}`);
}
