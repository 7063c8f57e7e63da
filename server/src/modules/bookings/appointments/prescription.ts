import type { Appointment, linkPrescription as endpoint } from '@samay/contract/bookings/appointments';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditValues } from '../../audit/index.ts';
import { mintLinks } from '../files/link.ts';
import { deleteFile } from '../files/queries.ts';
import { attachFile, receiveFile, type ReceivedFile, removeContent } from '../files/receive.ts';
import { announceWritten } from './announce-written.ts';
import { fetchLocked, readAppointment } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import type { AppointmentRow } from './queries.ts';
import { updateBooking } from './write-queries.ts';

/**
 * Stores the request's file as the booking's prescription and replaces an earlier one. The file is
 * received between two transactions, since a browser may take minutes to send it: the first rejects
 * early what cannot succeed, the second decides.
 */
export async function uploadPrescription(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<Appointment> {
  assertOpenToUpload(await readAppointment(context, params.id), context);
  const file = await receiveFile(context);
  let isWritten = false;
  try {
    const { appointment, replaced } = await inTenantAnnouncing(context, async (tx, announce) => {
      const booking = await fetchLocked(tx, context, params.id);
      assertOpenToUpload(booking, context);
      const written = await replace(tx, context, booking, file);
      announceWritten({ tx, announce }, context, {
        id: booking.id,
        operation: 'update',
        change: 'prescribed',
      });
      isWritten = true;
      return { appointment: present(written, context), replaced: booking.prescription_id };
    });
    if (replaced) await removeContent(context, replaced);
    return appointment;
  } catch (error) {
    // A commit whose reply was lost may have happened: then the sweep decides.
    if (!isWritten) await removeContent(context, file.id);
    throw error;
  }
}

/**
 * Links to the booking's prescription. Throws `not_found` while it has none. TransactionSettings a link is
 * audited, minting it is not.
 */
export async function linkPrescription(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<ReplyOf<typeof endpoint>> {
  const booking = await readAppointment(context, params.id);
  return mintLinks(context, orNotFound(booking.prescription_id));
}

/**
 * Writes the file's row and the booking, deletes an earlier file's row, and returns the booking as
 * it is now.
 */
async function replace(
  tx: Tx,
  context: TenantContext,
  booking: AppointmentRow,
  file: ReceivedFile,
): Promise<AppointmentRow> {
  const { id, prescription_id: replaced } = booking;
  const attached = await attachFile(tx, context, file, id);
  const columns = { prescription_id: file.id, updated_at: context.now };
  const audited = auditValues(context, 'prescription.uploaded', { file: file.id, replaced });
  await updateBooking(tx, context, { booking, columns, audited });
  if (replaced) await deleteFile(tx, context.tenantId, replaced);
  const { display_name: name, media_type: type, bytes, created_at: at } = attached;
  return { ...booking, ...columns, file_name: name, file_type: type, file_bytes: bytes, file_created_at: at };
}

function assertOpenToUpload(booking: AppointmentRow, context: TenantContext): void {
  assertThat(booking.status !== 'cancelled', 'prescription.not_accepted');
  assertThat(mayWith(booking, context).includes('uploadPrescription'), 'access.denied');
}
