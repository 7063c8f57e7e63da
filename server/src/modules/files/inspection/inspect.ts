import { uploadExtensions } from '@samay/contract/files/files';
import { fileTypeFromBuffer } from 'file-type';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { assertSafeImage } from './inspect-image.ts';
import { assertSafePdf, headerOfPdf } from './inspect-pdf.ts';
import { isPageOrDocument } from './polyglot-check.ts';

export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf';
type Extension = (typeof uploadExtensions)[number];

export interface InspectedFile {
  readonly mediaType: MediaType;
  /** The extension without its dot. */
  readonly extension: Extension;
}

const mediaTypes: Record<Extension, MediaType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};
const extensions: Record<MediaType, Extension> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};
const startOfJpeg = Buffer.from('ffd8ff', 'hex');
const startOfPng = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Determines a file's type by its content. The name must have an accepted extension, though not the
 * content's own; the declared type is ignored: devices send none or an unusual one. Throws
 * `prescription.wrong_type` for another kind of file; it must also be complete, of a size that can
 * be shown, and without active content.
 */
export async function inspectFile(content: Buffer, fileName: string): Promise<InspectedFile> {
  const claimed = orNotFound(getExtension(fileName), 'prescription.wrong_type');
  assertThat(content.length > 0, 'prescription.damaged');
  const mediaType = orNotFound(await getMediaType(content), 'prescription.wrong_type');
  if (mediaType === 'application/pdf') assertSafePdf(content);
  else assertSafeImage(content, mediaType);
  const extension = mediaTypes[claimed] === mediaType ? claimed : extensions[mediaType];
  return { mediaType, extension };
}

async function getMediaType(content: Buffer): Promise<MediaType | undefined> {
  if (content.subarray(0, 3).equals(startOfJpeg)) return 'image/jpeg';
  if (content.subarray(0, 8).equals(startOfPng)) return 'image/png';
  const header = headerOfPdf(content);
  if (header === undefined) return undefined;
  // A file of another type may contain a PDF's header.
  const before = content.subarray(0, header);
  const isOther = isPageOrDocument(before) || (await fileTypeFromBuffer(before)) !== undefined;
  return isOther ? undefined : 'application/pdf';
}

/** Returns the last extension of a name. */
function getExtension(fileName: string): Extension | undefined {
  const last = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return uploadExtensions.find((extension) => extension === last);
}
