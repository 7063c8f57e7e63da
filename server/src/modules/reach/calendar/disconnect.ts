import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { disconnectIntegration, lockToken } from './queries.ts';
import { revokeLater } from './revoke.ts';

/**
 * Forgets the calendar at once and has Google take our access back, when it can be reached. Disconnecting what is not connected is no
 * fault. Events that are in the calendar stay there: they are its owner's.
 */
export async function disconnect(context: TenantContext): Promise<void> {
  const { now, tenantId } = context;
  await inTenant(context, async (tx) => {
    const held = await lockToken(tx);
    await disconnectIntegration(tx, now);
    if (!held) return;
    await revokeLater(tx, now, { tenantId, sealed: held.sealed }, tenantId);
    await audit(tx, context, 'calendar.disconnected', tenantId);
  });
}
