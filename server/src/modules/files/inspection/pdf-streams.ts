import { assertThat } from '../../../core/app-error.ts';
import { plainName } from './pdf-names.ts';
import { digitsBefore } from './pdf-objects.ts';

/** The position of an object stream's data, its object, and where its first object is in it. */
interface StreamData {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly generation: number;
  readonly first: number;
}

const mostObjectStreams = 2000;
const keyword = 'stream';
const endKeyword = 'endstream';

/**
 * Matches `/First` with a number, as in an object stream; with a reference it belongs to an
 * outline.
 */
const first = /\/First\s+(\d+)(\s+\d+\s+R)?/g;
const otherFilter = /\/(?:LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode|Crypt|Predictor)\b/;

/**
 * Finds the data of each compressed object stream of a PDF. The text between two streams is
 * searched as the later one's dictionary. Throws `prescription.unsafe` for unsupported filters, too
 * many streams, and streams within each other's data.
 */
export function packedObjects(text: string): StreamData[] {
  const found: StreamData[] = [];
  let previousEnd = 0;
  for (const { dictionary, start } of streamsOf(text)) {
    const words = plainName(dictionary);
    if (!holdsObjects(words) || !/\/Filter\b/.test(words)) continue;
    assertThat(/\/FlateDecode\b/.test(words) && !otherFilter.test(words), 'prescription.unsafe');
    // Overlapping data would be decompressed once for each stream.
    assertThat(start >= previousEnd && found.length < mostObjectStreams, 'prescription.unsafe');
    const end = text.indexOf(endKeyword, start);
    previousEnd = end === -1 ? text.length : end;
    found.push({ start, end: previousEnd, ...getObject(words) });
  }
  return found;
}

/**
 * Yields each keyword `stream` with the text before it and the start of the next line. No character
 * is read twice.
 */
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

/** Finds the start of the next line; undefined on the last line. */
function nextLine(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) return at + 1;
    if (code === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
  }
  return undefined;
}

function holdsObjects(dictionary: string): boolean {
  return /\/ObjStm\b/.test(dictionary) || firstsIn(dictionary).length > 0;
}

function firstsIn(dictionary: string): number[] {
  return [...dictionary.matchAll(first)].flatMap(([, place, reference]) =>
    reference === undefined ? [Number(place)] : [],
  );
}

/** Returns the object whose dictionary ends here; readers differ where it names two positions. */
function getObject(words: string): Pick<StreamData, 'number' | 'generation' | 'first'> {
  const keyword = words.lastIndexOf('obj');
  const firsts = firstsIn(words.slice(Math.max(0, keyword)));
  const [place] = firsts;
  assertThat(place !== undefined && firsts.length === 1, 'prescription.unsafe');
  const generation = digitsBefore(words, keyword);
  const number = generation && digitsBefore(words, generation.start);
  return { number: number?.value ?? 0, generation: generation?.value ?? 0, first: place };
}
