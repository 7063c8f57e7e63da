import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, asPlatform, platform } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { auditPerson } from '../../audit/index.ts';
import { eraseDeleted } from './erase.ts';
import { addErasures, countToErase, endEverySession, type ErasureRow, listErasures } from './queries.ts';

/** Reads the ledger of erasures, for a backup. */
export async function readLedger(dependencies: Pick<Dependencies, 'database'>): Promise<ErasureRow[]> {
  return asPlatform(dependencies, (tx) => run(tx, platform, listErasures({})));
}

/**
 * Prepares a restored database: repeats the erasures of the ledgers, and ends every session,
 * because some were signed out after the backup. @throws when erased data remains
 */
export async function finishRestore(
  dependencies: Dependencies,
  ledger: readonly ErasureRow[],
): Promise<{ tenants: number; people: number }> {
  const now = dependencies.clock();
  await asJob(dependencies, async (tx) => {
    await run(tx, platform, addErasures({ ledger: JSON.stringify(ledger) }));
    await run(tx, platform, endEverySession({ now }));
    const nobody = { userId: null, tenantId: null };
    await auditPerson(tx, { now, requestId: 'restore' }, nobody, 'platform.restored', 'installation');
  });
  const erased = await eraseDeleted(dependencies);
  const left = onlyRow(await asPlatform(dependencies, (tx) => run(tx, platform, countToErase({}))));
  if (left.count > 0)
    throw new Error(
      `${left.count} businesses or people were erased before and could not be erased here. The log names them.`,
    );
  return erased;
}
