import { uploadExtensions } from '@samay/contract/bookings/files';
import { fileTypeFromBuffer } from 'file-type';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { assertSafeImage } from './inspect-image.ts';
import { assertSafePdf } from './inspect-pdf.ts';

export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf';
type Extension = (typeof uploadExtensions)[number];

/** What the browser claims about a file; untrusted. */
export interface ClaimedFile {
  readonly fileName: string;
  readonly mediaType: string;
}

export interface InspectedFile {
  readonly mediaType: MediaType;
  /** Without its dot. */
  readonly extension: Extension;
}

const mediaTypes: Record<Extension, MediaType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/**
 * Determines a file's type. Its last extension, the declared type and its first bytes must agree
 * (`prescription.wrong_type`), and it must be complete, of a size that can be shown, and without
 * active content (`prescription.unsafe`). Source: specification 5, reliability.md 5.3, A16.
 */
export async function inspectFile(content: Buffer, claimed: ClaimedFile): Promise<InspectedFile> {
  const extension = orNotFound(extensionOf(claimed.fileName), 'prescription.wrong_type');
  const mediaType = mediaTypes[extension];
  assertThat(claimed.mediaType === mediaType, 'prescription.wrong_type');
  assertThat(content.length > 0, 'prescription.unsafe');
  assertThat((await fileTypeFromBuffer(content))?.mime === mediaType, 'prescription.wrong_type');
  if (mediaType === 'application/pdf') assertSafePdf(content);
  else assertSafeImage(content, mediaType);
  return { mediaType, extension };
}

/** Only the last extension of a name is used. */
function extensionOf(fileName: string): Extension | undefined {
  const last = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return uploadExtensions.find((extension) => extension === last);
}
