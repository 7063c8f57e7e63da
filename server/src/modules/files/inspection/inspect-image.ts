import { crc32 } from 'node:zlib';
import { imageSize } from 'image-size';
import { assertThat, AppError } from '../../../core/app-error.ts';
import { assertNotPolyglot } from './polyglot-check.ts';

/** 40 megapixels are 160 MB in the browser, at four bytes a pixel. */
const mostPixels = 40_000_000;

/**
 * Throws `prescription.damaged` for an image that is truncated or damaged,
 * `prescription.too_many_pixels` for one too large to decode, and `prescription.unsafe` for one
 * that is followed by another file.
 */
export function assertSafeImage(content: Buffer, mediaType: 'image/jpeg' | 'image/png'): void {
  const end = mediaType === 'image/png' ? endOfPng(content) : endOfJpeg(content);
  assertThat(end !== undefined, 'prescription.damaged');
  const { width, height } = getSize(content);
  assertThat(width > 0 && height > 0, 'prescription.damaged');
  assertThat(width * height <= mostPixels, 'prescription.too_many_pixels');
  // Phones append data of their own to a JPEG, so trailing data alone is accepted.
  assertNotPolyglot(content, end);
}

function getSize(content: Buffer): { width: number; height: number } {
  try {
    return imageSize(content);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new AppError('prescription.damaged');
  }
}

/**
 * Returns where the IEND chunk ends; undefined when a chunk is truncated or its checksum is wrong.
 */
function endOfPng(content: Buffer): number | undefined {
  let at = 8;
  while (at + 12 <= content.length) {
    const dataEnd = at + 8 + content.readUInt32BE(at);
    if (dataEnd + 4 > content.length) return undefined;
    if (crc32(content.subarray(at + 4, dataEnd)) !== content.readUInt32BE(dataEnd)) return undefined;
    const kind = content.toString('latin1', at + 4, at + 8);
    at = dataEnd + 4;
    if (kind === 'IEND') return at;
  }
  return undefined;
}

/**
 * Returns where the end-of-image marker ends. Some cameras and messengers leave it out: then the
 * image ends in the data of a scan, and the start of that data is returned. Undefined when the
 * image ends before.
 */
function endOfJpeg(content: Buffer): number | undefined {
  let at = 2;
  let scan: number | undefined;
  while (at + 2 <= content.length) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return at + 2;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else {
      if (at + 4 > content.length) return undefined;
      at += 2 + content.readUInt16BE(at + 2);
      if (marker === 0xda) {
        scan = at;
        at = endOfScan(content, at);
      }
    }
  }
  return scan !== undefined && scan < content.length ? scan : undefined;
}

/** Finds the next marker after a scan's data, in which 0xff precedes 0x00 and restart markers. */
function endOfScan(content: Buffer, start: number): number {
  let at = content.indexOf(0xff, start);
  while (at !== -1) {
    const next = content[at + 1] ?? 0;
    if (next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = content.indexOf(0xff, at + 2);
  }
  return content.length;
}
