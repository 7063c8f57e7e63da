import { longestUpload, uploadExtensions } from '@samay/contract/bookings/files';
import { sentenceOf } from '@samay/contract/core/errors';

/** For the file chooser. */
export const acceptedFiles = uploadExtensions.map((extension) => `.${extension}`).join(',');

/** Why a chosen file is not taken, in the specification's words; null when it is. The server looks inside as well. */
export function prescriptionFault(file: { name: string; size: number }): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!file.name.includes('.') || !uploadExtensions.some((known) => known === extension)) return sentenceOf('prescription.wrong_type');
  return file.size > longestUpload ? sentenceOf('prescription.too_large') : null;
}

const megabyte = 1024 * 1024;

/** `820 kB`, `3.4 MB`, in the unit that the limit is counted in: a file of exactly the limit is `10 MB`. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / megabyte).toFixed(1).replace('.0', '')} MB`;
}
