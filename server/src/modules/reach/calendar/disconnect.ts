import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { disconnectIntegration, lockToken } from './queries.ts';
import { enqueueRevocation } from './revoke.ts';

/**
 * Deletes the calendar connection and enqueues the revocation of our access. Events stay in the
 * calendar: they belong to its owner.
 */
export async function disconnect(context: TenantContext): Promise<void> {
  const { now, tenantId } = context;
  await inTenant(context, async (tx) => {
    const [held] = await run(tx, context, lockToken({}));
    await run(tx, context, disconnectIntegration(tenantId, now));
    if (!held) return;
    await enqueueRevocation(tx, now, { tenantId, encrypted: held.encrypted }, tenantId);
    await audit(tx, context, 'calendar.disconnected', tenantId);
  });
}
