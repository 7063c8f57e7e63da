import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { listDoctorNames } from '../../bookings/index.ts';

/** Lists the names of the business's doctors, as suggestions for the form. */
export async function listDoctors(context: TenantContext): Promise<{ names: string[] }> {
  const { people } = await readInOneMessage(context, { people: listDoctorNames({}) });
  return { names: people.map((person) => person.full_name ?? '') };
}
