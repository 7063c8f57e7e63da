import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { linkPrescription as endpoint } from '@samay/contract/bookings/appointments';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { mintLinks } from '../files/mint.ts';
import { fetchAppointment } from './fetch.ts';

/** Links to the booking's prescription; `not_found` while it has none. Opening one is audited, minting is not. */
export async function linkPrescription(context: TenantContext, { params }: { params: { id: string } }): Promise<ReplyOf<typeof endpoint>> {
  const booking = await readInTenant(context, (tx) => fetchAppointment(tx, context, params.id));
  return mintLinks(context, orNotFound(booking.prescription_id));
}
