import type { SessionContext } from '../../../context/request-context.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { retryFailed } from '../../reach/index.ts';
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
  return (await retryFailed(tx, { tenantId: undefined, id: undefined, now })) + (await hastenOutbox(tx, now));
}
