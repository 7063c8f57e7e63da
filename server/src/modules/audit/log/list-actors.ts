import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { listColleagues } from './queries.ts';

/** The people of the business, by name. */
export async function listAuditActors(context: TenantContext): Promise<{ people: { id: string; name: string }[] }> {
  const people = await readInTenant(context, listColleagues);
  return { people: people.map(({ id, full_name: name, email }) => ({ id, name: name || email })) };
}
