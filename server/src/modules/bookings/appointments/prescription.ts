import type { Appointment } from '@samay/contract/bookings/appointments';
import type { linkPrescription as endpoint } from '@samay/contract/bookings/prescriptions';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { atCommit } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import {
  attachFile,
  deleteFile,
  mintLinks,
  receiveFile,
  type ReceivedFile,
  removeContent,
} from '../../files/index.ts';
import { fetchLocked, readAppointment } from '../rows/fetch.ts';
import { mayWith } from '../rows/policy.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { writeBookings, type Writing } from '../rows/write.ts';

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
      const written = await replace({ tx, announce }, context, booking, file);
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
 * Returns links to the booking's prescription. Opening a link is audited, creating it is not.
 * @throws `not_found` if there is none
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
  writing: Writing,
  context: TenantContext,
  booking: AppointmentRow,
  file: ReceivedFile,
): Promise<AppointmentRow> {
  const { tx } = writing;
  const replaced = booking.prescription_id;
  const attached = await attachFile(tx, context, file, booking.id);
  const { display_name: name, media_type: type, bytes, created_at: at } = attached;
  const columns = { prescription_id: file.id, updated_at: context.now };
  const shown = { file_name: name, file_type: type, file_bytes: bytes, file_created_at: at };
  const after = { ...booking, ...columns, ...shown };
  const detail = { file: file.id, replaced };
  const written = { before: booking, after, columns, detail, announced: 'prescribed' as const };
  writeBookings(writing, context, [{ ...written, action: 'prescription.uploaded' }]);
  if (replaced) atCommit(tx, context, deleteFile({ id: replaced }));
  return after;
}

function assertOpenToUpload(booking: AppointmentRow, context: TenantContext): void {
  assertThat(booking.status !== 'cancelled', 'prescription.not_accepted');
  assertThat(mayWith(booking, context).includes('uploadPrescription'), 'access.denied');
}
