import { inTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { audit } from '../audit/index.ts';
import { retryGivenUp } from './queries.ts';

/** Has what was given up tried again, for another day. What is not this business's, or was not given up, is none: 0. */
export async function retryDeliveries(
  context: TenantContext,
  { body }: { body: { delivery?: string | undefined } },
): Promise<{ queued: number }> {
  return inTenant(context, async (tx) => {
    const queued = await retryGivenUp(tx, { id: body.delivery, now: context.now });
    await audit(tx, context, 'delivery.retried', body.delivery ?? context.tenantId, { queued });
    return { queued };
  });
}
