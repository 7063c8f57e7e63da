import { randomUUID } from 'node:crypto';
import { longestUpload } from '@samay/contract/bookings/files';
import type { Draft } from '../../../adapters/files/port.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { inspections } from './inspections.ts';
import type { ClaimedFile, MediaType } from './inspect.ts';
import { readUpload } from './read-upload.ts';
import { storedName } from './stored-name.ts';

/** A file that is checked, whole and on disk, though no row points to it yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly mediaType: MediaType;
  /** Without its dot. */
  readonly extension: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Takes in the request's one file, checks it by name, declared type and content, and keeps it under a name of the server's own. Call it
 * outside of a transaction, since it lasts as long as the browser sends. What it refuses or cannot finish leaves nothing behind.
 */
export async function receiveFile(context: TenantContext): Promise<ReceivedFile> {
  const { draft, ...claimed } = await readUpload(context, (content) => context.dependencies.files.receive(content, longestUpload));
  try {
    return await keep(context, draft, claimed);
  } finally {
    await draft.discard();
  }
}

async function keep(context: TenantContext, draft: Draft, claimed: ClaimedFile): Promise<ReceivedFile> {
  const { mediaType, extension } = await inspections.inspect(await draft.read(), claimed, context.log);
  const id = randomUUID();
  await draft.publish(storedName(context.tenantId, id));
  return { id, mediaType, extension, bytes: draft.bytes, sha256: draft.sha256 };
}
