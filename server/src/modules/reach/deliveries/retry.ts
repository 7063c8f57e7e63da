import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { retryFailed } from './queries.ts';

/** Retries failed deliveries now, with another day of attempts. */
export async function retryDeliveries(
  context: TenantContext,
  { body }: { body: { delivery?: string | undefined } },
): Promise<{ queued: number }> {
  return inTenant(context, async (tx) => {
    const queued = await retryFailed(tx, { tenantId: context.tenantId, id: body.delivery, now: context.now });
    await audit(tx, context, 'delivery.retried', body.delivery ?? context.tenantId, { queued });
    return { queued };
  });
}
