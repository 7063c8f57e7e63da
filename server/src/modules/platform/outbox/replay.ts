import type { SessionContext } from '../../../context/request-context.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { retryFailed } from '../../reach/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { hastenOutbox } from './queries.ts';

/** A super admin sends what failed, or waits for another try, again now, of all businesses. */
export async function replayDeliveries(context: SessionContext): Promise<{ queued: number }> {
  return asPlatform(context.dependencies, async (tx) => {
    const queued = await sendAgain(tx, context.now);
    await auditPlatform(tx, context, {
      action: 'delivery.retried',
      tenantId: null,
      object: 'outbox',
      detail: { queued },
    });
    return { queued };
  });
}

/**
 * The same for the status page and for `npm run admin -- replay-outbox`. Returns how many effects
 * are due now; `countFailed` says it before.
 */
export async function sendAgain(tx: Tx, now: Date): Promise<number> {
  return (await retryFailed(tx, { tenantId: undefined, id: undefined, now })) + (await hastenOutbox(tx, now));
}
