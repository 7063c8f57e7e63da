import { updateRows } from '../../../db/statement.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { lockToken, type } from './queries.ts';
import { enqueueRevocation } from './revoke.ts';

/**
 * Deletes the calendar connection and enqueues the revocation of our access. Events stay in the
 * calendar: they belong to its owner.
 */
export async function disconnect(context: TenantContext): Promise<void> {
  const { now, tenantId } = context;
  await inTenant(context, async (tx) => {
    const [held] = await run(tx, context, lockToken({}));
    const integration = { tenant_id: tenantId, integration_type: type };
    const changes = { is_connected: false, needs_reconnect: false, encrypted_token: null, updated_at: now };
    await run(tx, context, updateRows('tenant_integrations', integration, changes));
    if (!held) return;
    await enqueueRevocation(tx, now, { tenantId, encrypted: held.encrypted }, tenantId);
    await audit(tx, context, 'calendar.disconnected', tenantId);
  });
}
