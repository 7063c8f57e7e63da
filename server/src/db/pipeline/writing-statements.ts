/** Texts are fixed by the code; lists of changing length would add to them without end. */
const most = 1_000;
const known = new Map<string, boolean>();

/**
 * Whether a statement may change rows, by its text: one that only reads or locks does not. Of the functions that a `select` calls those
 * count whose name begins with `insert_`; another one that changes what a screen shows is called by a statement that writes.
 */
export function isWriting(text: string): boolean {
  let answer = known.get(text);
  if (answer === undefined) {
    answer = /\b(?:insert(?:\s+into|_\w+)|update|delete\s+from|merge\s+into)\b/i.test(
      text.replaceAll(/\bfor\s+(?:no\s+key\s+)?update\b/gi, ''),
    );
    if (known.size >= most) known.clear();
    known.set(text, answer);
  }
  return answer;
}
