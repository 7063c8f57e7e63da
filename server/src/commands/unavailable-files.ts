import { AppError } from '../core/app-error.ts';

/**
 * Returns the operator's sentence for a storage of files that did not answer, or broke off, among
 * the causes of an error; undefined for any other. Such an error says nothing about an archive or
 * the files.
 */
export function unavailableFiles(error: unknown): string | undefined {
  if (error instanceof AppError && error.code === 'file.unavailable')
    return 'The bucket of files did not answer, or refused. Nothing is known about the files in it: try again when it answers.';
  return error instanceof Error ? unavailableFiles(error.cause) : undefined;
}
