import type { Overbooking } from '@samay/contract/availability/overbooking';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readAtOnce } from '../../../db/read-at-once.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { letEmployeesOverbook, readOverbooking } from './queries.ts';

export async function getOverbooking(context: TenantContext): Promise<Overbooking> {
  const { setting } = await readAtOnce(context, { setting: readOverbooking({}) });
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
    await letEmployeesOverbook(tx, { tenantId, isAllowed: employees, now });
    await noteChange(tx, context, 'overbooking.changed', tenantId, { employees });
    return { employees };
  });
}
