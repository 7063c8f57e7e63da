import { longestUpload, uploadExtensions } from '@samay/contract/files/files';
import { sentenceFor } from '@samay/contract/core/errors';

/** The `accept` attribute of the file input. */
export const acceptedFiles = uploadExtensions.map((extension) => `.${extension}`).join(',');

/**
 * Returns the reason why a file is refused, in the agreed words; null if it is accepted.
 * The server also inspects the content.
 */
export function prescriptionFault(file: { name: string; size: number }): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!file.name.includes('.') || !uploadExtensions.some((known) => known === extension))
    return sentenceFor('prescription.wrong_type');
  return file.size > longestUpload ? sentenceFor('prescription.too_large') : null;
}

const megabyte = 1024 * 1024;

/**
 * Formats a file size as `820 kB` or `3.4 MB`, in the unit of the limit: a file of exactly the
 * limit is `10 MB`.
 */
export function fileSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / megabyte).toFixed(1).replace('.0', '')} MB`;
}
