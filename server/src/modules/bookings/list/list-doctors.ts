import type { TenantContext } from '../../../context/request-context.ts';
import { readAtOnce } from '../../../db/read-at-once.ts';
import { listDoctorNames } from '../appointments/queries.ts';

/** Lists the names of the business's doctors, as suggestions for the form. */
export async function listDoctors(context: TenantContext): Promise<{ names: string[] }> {
  const { people } = await readAtOnce(context, { people: listDoctorNames({}) });
  return { names: people.map((person) => person.full_name ?? '') };
}
