import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { announceAvailability, lockSettings } from './queries.ts';

/**
 * Runs a change of resources, services or hours in one transaction. Changes of one business wait
 * for each other, so that what one has checked, such as that another resource is left, still holds
 * when it writes.
 */
export async function changeAvailability<T>(
  context: TenantContext,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTenant(context, async (tx) => {
    await lockSettings(tx, context.tenantId);
    return change(tx);
  });
}

interface Changed {
  readonly action: AuditAction;
  readonly id: string;
  readonly detail?: object;
}

/** Notes a change: its audit row, and the announcement that leaves with the commit. */
export async function noteChange(
  tx: Tx,
  context: TenantContext,
  { action, id, detail }: Changed,
): Promise<void> {
  await audit(tx, context, action, id, detail);
  await announceAvailability(tx, context.tenantId, id);
}
