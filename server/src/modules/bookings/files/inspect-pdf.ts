import { inflateSync } from 'node:zlib';
import { assertThat, AppError } from '../../../core/app-error.ts';
import { assertNotPolyglot } from './polyglot-check.ts';
import { hasActiveName } from './pdf-names.ts';
import { packedObjects } from './pdf-streams.ts';

/** The limit of the bytes that all object streams of a file decompress to. */
const mostUnpacked = 32 * 1024 * 1024;
const endMark = '%%EOF';

/**
 * Throws `prescription.unsafe` for a PDF with active content, a truncated one, and one that
 * contains another file. Objects may be compressed in object streams, so those are decompressed; a
 * stream that cannot be is rejected. The time is linear in the file's size (docs/decisions/0023):
 * the streams' data do not overlap, and the decompressed size is limited.
 */
export function assertSafePdf(content: Buffer): void {
  assertThat(/^%PDF-\d\.\d/.test(content.toString('latin1', 0, 8)), 'prescription.unsafe');
  const end = content.lastIndexOf(endMark);
  assertThat(end !== -1, 'prescription.unsafe');
  assertNotPolyglot(content, end + endMark.length);
  const text = content.toString('latin1');
  assertThat(!hasActiveName(text), 'prescription.unsafe');
  let left = mostUnpacked;
  for (const { start, end } of packedObjects(text)) {
    const objects = unpack(content.subarray(start, end), left);
    left -= objects.length;
    assertThat(!hasActiveName(objects.toString('latin1')), 'prescription.unsafe');
  }
}

function unpack(data: Buffer, longest: number): Buffer {
  assertThat(longest > 0, 'prescription.unsafe');
  try {
    return inflateSync(data, { maxOutputLength: longest });
  } catch {
    throw new AppError('prescription.unsafe');
  }
}
