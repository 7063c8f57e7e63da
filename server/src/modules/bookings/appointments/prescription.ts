import type { Appointment } from '@samay/contract/bookings/appointments';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { attachFile } from '../files/attach.ts';
import { deleteFile } from '../files/queries.ts';
import { receiveFile, type ReceivedFile } from '../files/receive.ts';
import { removeContent } from '../files/remove-content.ts';
import { fetchAppointment, fetchWritten } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import { type AppointmentRow, updateAppointment } from './queries.ts';

/**
 * Keeps the request's file as the booking's prescription, in place of an earlier one. It is received between two transactions, since a
 * browser may take minutes to send it: the first spares a hopeless upload, the second decides.
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
    // A commit whose answer was lost may have happened: then the sweep decides, not this.
    if (!isWritten) await removeContent(context, file.id);
    throw error;
  }
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
