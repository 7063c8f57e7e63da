import { createReadStream } from 'node:fs';
import { longestImport } from '@samay/contract/imports/rows';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { readUpload } from '../../files/index.ts';
import { Readings } from '../reading/readings.ts';

/** The one reader of this process. */
export const readings = new Readings();

/** A file that waits on this machine's disk, until it is discarded. */
export interface ReceivedFile {
  readonly fileName: string;
  content(): AsyncIterable<Buffer>;
  discard(): Promise<void>;
}

/** Receives the request's one file. It is a draft, which is swept after an hour where a server is lost. */
export async function receiveImport(context: TenantContext): Promise<ReceivedFile> {
  const { files } = context.dependencies;
  try {
    const { draft, fileName } = await readUpload(
      context,
      (content) => files.receive(content, longestImport),
      longestImport,
    );
    return {
      fileName: toFileName(fileName),
      content: () => createReadStream(draft.path),
      discard: () => draft.discard(),
    };
  } catch (error) {
    const isTooLarge = error instanceof AppError && error.code === 'prescription.too_large';
    throw isTooLarge ? new AppError('import.too_large') : error;
  }
}

/** Returns a name that can be shown: its last 200 characters, without a folder and control characters. */
function toFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = last
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return Array.from(plain).slice(-200).join('') || 'file';
}
