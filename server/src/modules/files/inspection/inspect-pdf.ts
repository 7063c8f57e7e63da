import { inflateSync } from 'node:zlib';
import { assertThat, AppError } from '../../../core/app-error.ts';
import { assertNotPolyglot } from './polyglot-check.ts';
import { assertNoAutomaticCall } from './pdf-actions.ts';
import { getDecryption } from './pdf-encryption.ts';
import { hasActiveName } from './pdf-names.ts';
import type { PdfText } from './pdf-objects.ts';
import { packedObjects } from './pdf-streams.ts';

/** The most bytes that all object streams of a file may decompress to. */
const mostUnpacked = 32 * 1024 * 1024;
const endMark = '%%EOF';

/** Readers look for the header within these bytes: scanners and mail gateways write before it. */
const headerReach = 1024;

/** Finds a PDF's header; undefined if the file has no header. */
export function headerOfPdf(content: Buffer): number | undefined {
  const at = content.toString('latin1', 0, headerReach).search(/%PDF-\d\.\d/);
  return at === -1 ? undefined : at;
}

/**
 * Throws `prescription.unsafe` for a PDF with active content or another file in it,
 * `prescription.damaged` for one without its end, and `prescription.locked` for one that needs a
 * password. Object streams are decompressed; one that cannot be is rejected. The time is linear in
 * the file's size (docs/decisions/0023): the streams' data do not overlap, and the decompressed
 * size is limited.
 */
export function assertSafePdf(content: Buffer): void {
  const end = content.lastIndexOf(endMark);
  assertThat(end !== -1, 'prescription.damaged');
  assertNotPolyglot(content, end + endMark.length);
  const text = content.toString('latin1');
  assertThat(!hasActiveName(text), 'prescription.unsafe');
  assertNoAutomaticCall([{ text }, ...unpackedTexts(content, text)]);
}

/** Decrypts and decompresses the object streams of a file, which must have no active names. */
function unpackedTexts(content: Buffer, text: string): PdfText[] {
  const decrypt = getDecryption(text);
  let left = mostUnpacked;
  return packedObjects(text).map(({ start, end, number, generation, first }) => {
    const data = content.subarray(start, end);
    const objects = unpack(decrypt ? decrypt(data, number, generation) : data, left);
    left -= objects.length;
    const unpacked = objects.toString('latin1');
    assertThat(!hasActiveName(unpacked), 'prescription.unsafe');
    return { text: unpacked, first };
  });
}

function unpack(data: Buffer, longest: number): Buffer {
  assertThat(longest > 0, 'prescription.unsafe');
  try {
    return inflateSync(data, { maxOutputLength: longest });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new AppError(isTooLong ? 'prescription.unsafe' : 'prescription.damaged');
  }
}
