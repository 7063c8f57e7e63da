import { readFile } from 'node:fs/promises';
import type { ErrorCode } from '@samay/contract/core/errors';
import { AppError } from '../../../core/app-error.ts';
import { type InspectedFile, inspectFile } from './inspect.ts';

/** The messages between `Inspections` and this process, one file at a time. */
export interface InspectionRequest {
  readonly path: string;
  /** The name that the browser gives; untrusted. */
  readonly fileName: string;
}
export type InspectionAnswer =
  | { readonly inspected: InspectedFile }
  | { readonly refused: ErrorCode }
  | { readonly failed: string };

process.on('message', (request: InspectionRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});
// The server has ended.
process.once('disconnect', () => process.exit());

async function answerTo({ path, fileName }: InspectionRequest): Promise<InspectionAnswer> {
  try {
    return { inspected: await inspectFile(await readFile(path), fileName) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
