import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { retryFailed } from './queries.ts';

/**
 * Has what was given up or waits after a failure tried now, and for another day. What is not this business's, has not failed, or is under
 * way is none: 0.
 */
export async function retryDeliveries(
  context: TenantContext,
  { body }: { body: { delivery?: string | undefined } },
): Promise<{ queued: number }> {
  return inTenant(context, async (tx) => {
    const queued = await retryFailed(tx, { id: body.delivery, now: context.now });
    await audit(tx, context, 'delivery.retried', body.delivery ?? context.tenantId, { queued });
    return { queued };
  });
}
