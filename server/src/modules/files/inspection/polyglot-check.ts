import { assertThat } from '../../../core/app-error.ts';

const pageOrDocument = /<(?:!doctype|html|script|svg|iframe)[\s>]|<\?php\s|%pdf-\d/i;

/** A ZIP's end record is within a comment's length (64 kB) of the file's end. */
const endRecord = Buffer.from('PK\x05\x06', 'latin1');
const endRecordReach = 65_557;

/**
 * Throws `prescription.unsafe` for a file that is also a ZIP, or that has a page, script or PDF
 * after `end`.
 */
export function assertNotPolyglot(content: Buffer, end: number): void {
  assertThat(!content.subarray(-endRecordReach).includes(endRecord), 'prescription.unsafe');
  assertThat(!isPageOrDocument(content.subarray(end)), 'prescription.unsafe');
}

/** Returns whether a page, a script or a PDF is in these bytes. */
export function isPageOrDocument(content: Buffer): boolean {
  return pageOrDocument.test(content.toString('latin1'));
}
