import { randomUUID } from 'node:crypto';
import { longestUpload } from '@samay/contract/files/files';
import type { Draft } from '../../../adapters/files/port.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { lockName, onlyRow, run, runTogether, type Tx } from '../../../db/transaction.ts';
import { inspections } from '../inspection/inspections.ts';
import type { MediaType } from '../inspection/inspect.ts';
import { insertFile, sumOtherBytes } from './queries.ts';
import { readUpload } from './read-upload.ts';

/** The most bytes that one business may store: 2 GB. */
const quota = 2 * 1024 ** 3;

/** A checked file that is complete on disk. No row points to it yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly mediaType: MediaType;
  /** The extension without its dot. */
  readonly extension: string;
  readonly bytes: number;
  /** The hash in hexadecimal. */
  readonly sha256: string;
}

/**
 * Receives the request's one file, checks it by name and content, and stores it under a generated
 * name. Call it outside a transaction, since it takes as long as the browser sends. A file that is
 * rejected or incomplete leaves nothing on disk.
 */
export async function receiveFile(context: TenantContext): Promise<ReceivedFile> {
  const { draft, fileName } = await readUpload(context, (content) =>
    context.dependencies.files.receive(content, longestUpload),
  );
  try {
    return await store(context, draft, fileName);
  } finally {
    await draft.discard();
  }
}

async function store(context: TenantContext, draft: Draft, fileName: string): Promise<ReceivedFile> {
  const { mediaType, extension } = await inspections.inspect(draft.path, fileName, context.log);
  const id = randomUUID();
  await draft.publish(storedName(context.tenantId, id));
  return { id, mediaType, extension, bytes: draft.bytes, sha256: draft.sha256 };
}

/**
 * Inserts the row of a received file with its display name, for a booking that this transaction
 * holds locked. Throws `prescription.quota` where the business's quota would be exceeded.
 */
export async function attachFile(tx: Tx, context: TenantContext, file: ReceivedFile, appointmentId: string) {
  // Locks, so that concurrent uploads are counted one by one.
  const { stored } = await runTogether(tx, context, {
    locked: lockName({ name: `files ${context.tenantId}` }),
    stored: sumOtherBytes({ appointmentId }),
  });
  assertThat(Number(onlyRow(stored).bytes) + file.bytes <= quota, 'prescription.quota');
  const row = {
    tenant_id: context.tenantId,
    id: file.id,
    appointment_id: appointmentId,
    display_name: `prescription_${appointmentId}_${context.now.getTime()}.${file.extension}`,
    media_type: file.mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    uploaded_by: context.caller.userId,
    created_at: context.now,
  };
  await run(tx, context, insertFile(row));
  return row;
}

/**
 * Deletes the content of a file without a row. A failure is only logged: the sweep deletes it
 * later.
 */
export async function removeContent(context: TenantContext, id: string): Promise<void> {
  await context.dependencies.files.remove(storedName(context.tenantId, id)).catch((error: unknown) => {
    context.log.warn({ err: error, file: id }, 'a file that nothing points to was left to the sweep');
  });
}

/**
 * Returns the name under which a file's content is stored: generated ids, nothing that a user
 * typed.
 */
export function storedName(tenantId: string, fileId: string): string {
  return `${tenantId}/${fileId}`;
}
