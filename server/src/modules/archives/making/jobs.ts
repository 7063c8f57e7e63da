import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { removeArchive } from '../stored/removal.ts';
import { deleteOld, endAttempt, leaseArchive, listExpired, listWaiting } from './queries.ts';

const daysKept = 30;

/**
 * Job: makes the archives that wait, one at a time. May run concurrently: each is leased. A failure
 * delays no other.
 */
export async function makeArchives(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const now = dependencies.clock();
  const waiting = await asJob(dependencies, (tx) => run(tx, platform, listWaiting({ now })));
  for (const { tenant_id: tenantId, id } of waiting) {
    if (signal.aborted) return;
    // Imported with the first archive: most servers never make one.
    const { leaseMs, makeArchive, mostAttempts } = await import('./make.ts');
    const leaseUntil = new Date(dependencies.clock().getTime() + leaseMs);
    const [leased] = await asJob(dependencies, (tx) =>
      run(tx, { tenantId }, leaseArchive({ id, now: dependencies.clock(), leaseUntil })),
    );
    if (!leased) continue;
    const { attempts, asked_by: askedBy } = leased;
    if (attempts > mostAttempts) {
      const failed = endAttempt({ id, attempts, state: 'failed', until: null });
      await asJob(dependencies, (tx) => run(tx, { tenantId }, failed));
      continue;
    }
    try {
      await makeArchive(dependencies, { tenantId, id, attempts, askedBy }, signal);
    } catch (error) {
      dependencies.log?.warn(
        { err: error, archive: id, attempts },
        'an archive was not made; it is tried again',
      );
    }
  }
}

/** Job: removes archives whose day is over, and forgets old ones. May run concurrently. */
export async function removeOldArchives(dependencies: Dependencies): Promise<void> {
  const now = dependencies.clock();
  const expired = await asJob(dependencies, (tx) => run(tx, platform, listExpired({ now })));
  for (const { tenant_id: tenantId, id } of expired)
    await removeArchive(dependencies, { tenantId, id, downloadedAt: null });
  const before = new Date(now.getTime() - daysKept * 86_400_000);
  await asJob(dependencies, (tx) => run(tx, platform, deleteOld({ before })));
}
