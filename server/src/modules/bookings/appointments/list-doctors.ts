import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { listDoctorNames } from './queries.ts';

/** The names of the business's doctors, for the form to suggest. */
export async function listDoctors(context: TenantContext): Promise<{ names: string[] }> {
  return readInTenant(context, async (tx) => ({ names: await listDoctorNames(tx) }));
}
