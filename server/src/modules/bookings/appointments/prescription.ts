import type { Appointment, linkPrescription as endpoint } from '@samay/contract/bookings/appointments';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { inTenant, readInTenant, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { mintLinks } from '../files/link.ts';
import { deleteFile } from '../files/queries.ts';
import { attachFile, receiveFile, type ReceivedFile, removeContent } from '../files/receive.ts';
import { fetchAppointment, fetchWritten } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import { type AppointmentRow, updateAppointment } from './queries.ts';

/**
 * Stores the request's file as the booking's prescription and replaces an earlier one. The file is received between two transactions, since
 * a browser may take minutes to send it: the first rejects early what cannot succeed, the second decides.
 */
export async function uploadPrescription(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  await inTenant(context, (tx) => fetchOpenToUpload(tx, context, params.id, { lock: false }));
  const file = await receiveFile(context);
  let isWritten = false;
  try {
    const { appointment, replaced } = await inTenant(context, async (tx) => {
      const booking = await fetchOpenToUpload(tx, context, params.id, { lock: true });
      await replace(tx, context, booking, file);
      isWritten = true;
      return { appointment: present(await fetchWritten(tx, context, params.id), context), replaced: booking.prescription_id };
    });
    if (replaced) await removeContent(context, replaced);
    return appointment;
  } catch (error) {
    // A commit whose reply was lost may have happened: then the sweep decides.
    if (!isWritten) await removeContent(context, file.id);
    throw error;
  }
}

/** Links to the booking's prescription. Throws `not_found` while it has none. Opening a link is audited, minting it is not. */
export async function linkPrescription(context: TenantContext, { params }: { params: { id: string } }): Promise<ReplyOf<typeof endpoint>> {
  const booking = await readInTenant(context, (tx) => fetchAppointment(tx, context, params.id));
  return mintLinks(context, orNotFound(booking.prescription_id));
}

async function replace(tx: Tx, context: TenantContext, booking: AppointmentRow, file: ReceivedFile): Promise<void> {
  await attachFile(tx, context, file, booking.id);
  await updateAppointment(tx, booking.id, { prescription_id: file.id, updated_at: context.now });
  if (booking.prescription_id) await deleteFile(tx, booking.prescription_id);
  await audit(tx, context, 'prescription.uploaded', booking.id, { file: file.id, replaced: booking.prescription_id });
}

async function fetchOpenToUpload(tx: Tx, context: TenantContext, id: string, { lock }: { lock: boolean }): Promise<AppointmentRow> {
  const booking = await fetchAppointment(tx, context, id, { lock });
  assertThat(booking.status !== 'cancelled', 'prescription.not_accepted');
  assertThat(mayWith(booking, context).uploadPrescription, 'access.denied');
  return booking;
}
