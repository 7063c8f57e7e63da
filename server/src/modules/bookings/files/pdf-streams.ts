import { assertThat } from '../../../core/app-error.ts';
import { plainName } from './pdf-names.ts';

/** Where the data of a stream lies. */
interface StreamData {
  readonly start: number;
  readonly end: number;
}

const mostObjectStreams = 2000;
const keyword = 'stream';
const endKeyword = 'endstream';

/** A number, which an object stream has, and not a reference, which outlines have. */
const first = /\/First\s+\d+(\s+\d+\s+R)?/g;
const otherFilter = /\/(?:LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode|Crypt|Predictor)\b/;

/**
 * The data of each compressed object stream of a PDF. What stands between two streams is searched as the later one's dictionary. Refuses
 * with `prescription.unsafe` streams packed in a way that is not looked into, too many of them, and streams that lie in each other's data.
 */
export function packedObjects(text: string): StreamData[] {
  const found: StreamData[] = [];
  let previousEnd = 0;
  for (const { dictionary, start } of streamsOf(text)) {
    const words = plainName(dictionary);
    if (!holdsObjects(words) || !/\/Filter\b/.test(words)) continue;
    assertThat(/\/FlateDecode\b/.test(words) && !otherFilter.test(words), 'prescription.unsafe');
    // Data that overlap would be unpacked as often as there are streams in them.
    assertThat(start >= previousEnd && found.length < mostObjectStreams, 'prescription.unsafe');
    const end = text.indexOf(endKeyword, start);
    previousEnd = end === -1 ? text.length : end;
    found.push({ start, end: previousEnd });
  }
  return found;
}

/** Each keyword `stream` with what stands before it, and where the line after it begins. No character is looked at twice. */
function* streamsOf(text: string): Generator<{ dictionary: string; start: number }> {
  let previous = 0;
  for (let at = text.indexOf(keyword); at !== -1;) {
    const after = at + keyword.length;
    if (text.startsWith('end', at - 3)) {
      at = text.indexOf(keyword, after);
      continue;
    }
    const start = nextLine(text, after);
    if (start === undefined) return;
    yield { dictionary: text.slice(previous, at), start };
    previous = start;
    at = text.indexOf(keyword, start);
  }
}

/** Where the next line begins; undefined on the last one. */
function nextLine(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) return at + 1;
    if (code === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
  }
  return undefined;
}

function holdsObjects(dictionary: string): boolean {
  if (/\/ObjStm\b/.test(dictionary)) return true;
  for (const [, reference] of dictionary.matchAll(first)) if (reference === undefined) return true;
  return false;
}
