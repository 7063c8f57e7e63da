import { importUndoDays } from '@samay/contract/imports/imports';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { deleteSomeRows, deleteWords, listOld } from './forget-queries.ts';

const rowsTogether = 5_000;

/**
 * Job: deletes the rows of files whose import can no longer be undone, or was never run: they hold names and
 * numbers. May run concurrently.
 */
export async function forgetOldImports(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const before = new Date(dependencies.clock().getTime() - importUndoDays * 86_400_000);
  const old = await asJob(dependencies, (tx) => run(tx, platform, listOld({ before })));
  for (const { tenant_id: tenantId, id } of old) {
    await asJob(dependencies, (tx) => run(tx, { tenantId }, deleteWords({ id })));
    const removal = deleteSomeRows({ id, limit: rowsTogether });
    const removeSome = () => asJob(dependencies, (tx) => run(tx, { tenantId }, removal));
    while (!signal.aborted && (await removeSome()).length > 0);
  }
}
