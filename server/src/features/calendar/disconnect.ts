import { inTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { effectLater } from '../../outbox/effect-later.ts';
import { audit } from '../audit/index.ts';
import { disconnectIntegration } from './queries.ts';

/**
 * Forgets the calendar at once and has Google take our access back, when it can be reached. Disconnecting what is not connected is no
 * fault. Events that are in the calendar stay there: they are its owner's.
 */
export async function disconnect(context: TenantContext): Promise<void> {
  const { now, tenantId } = context;
  await inTenant(context, async (tx) => {
    const sealed = await disconnectIntegration(tx, now);
    if (!sealed) return;
    // Sealed as it was: the outbox holds no secret that opens by itself.
    const payload = { tenantId, sealed: sealed.toString('base64') };
    await effectLater(tx, now, { tenantId, kind: 'calendar.revoke', subject: tenantId, payload });
    await audit(tx, context, 'calendar.disconnected', tenantId);
  });
}
