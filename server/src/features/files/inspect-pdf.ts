import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { assertThat, Refusal } from '../../refusal.ts';
import { assertNoHitchhiker } from './hitchhikers.ts';

/** Names (ISO 32000-1) that stand for scripts, programs to start, files within the file, and forms and players with scripts. */
const active = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'XFA']);

const mostObjectStreams = 2000;
const mostUnpacked = 32 * 1024 * 1024;
const endMark = '%%EOF';

/**
 * Refuses with `prescription.unsafe` a PDF that could do more than be read, that is cut short, or that carries another file. Objects
 * may lie compressed in object streams, so those are unpacked; one that cannot be is refused.
 */
export async function assertSafePdf(content: Buffer): Promise<void> {
  assertThat(/^%PDF-\d\.\d/.test(content.toString('latin1', 0, 8)), 'prescription.unsafe');
  const end = content.lastIndexOf(endMark);
  assertThat(end !== -1, 'prescription.unsafe');
  assertNoHitchhiker(content, end + endMark.length);
  assertThat(!hasActiveName(content), 'prescription.unsafe');
  let unpacked = 0;
  for (const start of packedObjects(content)) {
    const objects = await unpack(content.subarray(start), mostUnpacked - unpacked);
    unpacked += objects.length;
    assertThat(!hasActiveName(objects), 'prescription.unsafe');
  }
}

/** Whether an active name stands anywhere. Two letters turn up in any picture's bytes by chance, so `/JS` counts only with its value. */
function hasActiveName(content: Buffer): boolean {
  for (const [, written = '', after = ''] of content
    .toString('latin1')
    .matchAll(/\/([A-Za-z#][A-Za-z0-9#]{1,40})(?=(\s{0,20}.{0,20}))/gs)) {
    const name = plain(written);
    if (active.has(name) && (name !== 'JS' || /^\s*(?:\(|<|\d+\s+\d+\s+R)/.test(after))) return true;
  }
  return false;
}

/** Where the data of each compressed object stream begins. What stands between two streams is searched as the later one's dictionary. */
function packedObjects(content: Buffer): number[] {
  const text = content.toString('latin1');
  const starts: number[] = [];
  let previous = 0;
  for (const match of text.matchAll(/(?<!end)stream[^\r\n]*(?:\r\n|\n|\r)/g)) {
    const dictionary = plain(text.slice(previous, match.index));
    previous = match.index + match[0].length;
    const holdsObjects = /\/ObjStm\b|\/First\s+\d+(?!\s*\d*\s+\d+\s+R)/.test(dictionary);
    if (!holdsObjects || !/\/Filter\b/.test(dictionary)) continue;
    const otherFilter = /\/(?:LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode|Crypt|Predictor)\b/.test(dictionary);
    assertThat(/\/FlateDecode\b/.test(dictionary) && !otherFilter, 'prescription.unsafe');
    starts.push(previous);
  }
  assertThat(starts.length <= mostObjectStreams, 'prescription.unsafe');
  return starts;
}

async function unpack(data: Buffer, longest: number): Promise<Buffer> {
  assertThat(longest > 0, 'prescription.unsafe');
  return inflateAsync(data, { maxOutputLength: longest }).catch(() => {
    throw new Refusal('prescription.unsafe');
  });
}

const inflateAsync = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** With each `#61` of a name turned into the letter it stands for. */
function plain(text: string): string {
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
