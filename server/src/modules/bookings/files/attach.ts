import { type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { bytesBeside, insertFile } from './queries.ts';
import type { ReceivedFile } from './receive.ts';

/** Bytes that one business may keep: 2 GB (reliability.md 5.3). */
const quota = 2 * 1024 ** 3;

/**
 * Writes the row of a received file, for a booking that this transaction holds locked, under the display name of the specification
 * (section 7). Refuses with `prescription.quota` what the business has no room for.
 */
export async function attachFile(tx: Tx, context: TenantContext, file: ReceivedFile, appointmentId: string): Promise<void> {
  assertThat((await bytesBeside(tx, context.tenantId, appointmentId)) + file.bytes <= quota, 'prescription.quota');
  await insertFile(tx, {
    tenant_id: context.tenantId,
    id: file.id,
    appointment_id: appointmentId,
    display_name: `prescription_${appointmentId}_${context.now.getTime()}.${file.extension}`,
    media_type: file.mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    uploaded_by: context.caller.userId,
    created_at: context.now,
  });
}
