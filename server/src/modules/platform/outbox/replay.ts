import type { SessionContext } from '../../../context/request-context.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { countChanged, run } from '../../../db/transaction.ts';
import { releaseFailed, retryFailed } from '../../reach/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { hastenOutbox } from './queries.ts';

export async function replayDeliveries(context: SessionContext): Promise<{ queued: number }> {
  return asPlatform(context.dependencies, async (tx) => {
    const queued = await sendAgain(tx, context.now);
    await auditPlatform(tx, context, null, 'delivery.retried', 'outbox', { queued });
    return { queued };
  });
}

/**
 * Makes failed rows and those that wait for another try due now. Returns their number, as
 * `countFailed` shows it before.
 */
export async function sendAgain(tx: Tx, now: Date): Promise<number> {
  await run(tx, platform, releaseFailed({ now }, { of: 'all' }));
  const failed = await countChanged(tx, platform, retryFailed({ now }, { of: 'all' }));
  return failed + (await countChanged(tx, platform, hastenOutbox({ now })));
}
