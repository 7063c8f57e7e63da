import { PdfReader, type PdfValue } from './pdf-values.ts';

/** A text of a PDF that has objects: the file, or an object stream that was decompressed. */
export interface PdfText {
  readonly text: string;
  /**
   * The position of an object stream's first object, after the numbers and positions of all of
   * them.
   */
  readonly first?: number;
}

const keyword = 'obj';

/**
 * Yields every definition of these objects, since a later one replaces an earlier one and readers
 * differ in which they use. Each character is read a bounded number of times.
 */
export function* findDefinitions(
  texts: readonly PdfText[],
  wanted: ReadonlySet<number>,
): Generator<{ readonly number: number; readonly value: PdfValue; readonly length: number }> {
  for (const { text, first } of texts) {
    for (const { number, at } of first === undefined ? objectsIn(text) : packedIn(text, first)) {
      if (!wanted.has(number)) continue;
      const reader = new PdfReader(text, at);
      yield { number, value: reader.read(), length: reader.at - at };
    }
  }
}

/** Yields the objects of a file: `12 0 obj`. */
function* objectsIn(text: string): Generator<{ number: number; at: number }> {
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + keyword.length)) {
    const generation = digitsBefore(text, at);
    const number = generation && digitsBefore(text, generation.start);
    if (number) yield { number: number.value, at: at + keyword.length };
  }
}

/** Reads the digits before a position, with blanks between; undefined if there are none. */
export function digitsBefore(text: string, position: number): { value: number; start: number } | undefined {
  let end = position;
  while (end > 0 && /[\0\s]/.test(text[end - 1] ?? '')) end -= 1;
  let start = end;
  while (start > 0 && end - start < 10 && /\d/.test(text[start - 1] ?? '')) start -= 1;
  return start === end ? undefined : { value: Number(text.slice(start, end)), start };
}

/** Yields the objects of an object stream, by the pairs of number and position at its beginning. */
function* packedIn(text: string, first: number): Generator<{ number: number; at: number }> {
  const head = text.slice(0, first).match(/\d+/g) ?? [];
  for (let pair = 0; pair + 1 < head.length; pair += 2)
    yield { number: Number(head[pair]), at: first + Number(head[pair + 1]) };
}
