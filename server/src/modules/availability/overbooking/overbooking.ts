import type { Overbooking } from '@samay/contract/availability/overbooking';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { updateRows } from '../../../db/statement.ts';
import { run } from '../../../db/transaction.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { readOverbooking } from './queries.ts';

export async function getOverbooking(context: TenantContext): Promise<Overbooking> {
  const { setting } = await readInOneMessage(context, { setting: readOverbooking({}) });
  return orNotFound(setting[0]);
}

/**
 * Changes whether employees may book over another booking with a reason, from their next request
 * on.
 */
export async function setOverbooking(
  context: TenantContext,
  { body: { employees } }: { body: Overbooking },
): Promise<Overbooking> {
  const { tenantId, now } = context;
  return changeAvailability(context, async (tx) => {
    const changes = { employees_may_overbook: employees, updated_at: now };
    await run(tx, context, updateRows('business_profiles', { tenant_id: tenantId }, changes));
    await noteChange(tx, context, 'overbooking.changed', tenantId, { employees });
    return { employees };
  });
}
