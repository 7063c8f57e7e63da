import type { Appointment } from '@samay/contract/bookings/appointments';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { fetchAppointment } from './fetch.ts';
import { present } from './present.ts';

export async function getAppointment(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return readInTenant(context, async (tx) => present(await fetchAppointment(tx, context, params.id), context));
}
