/** Texts are fixed by the code; lists of changing length would add to them without end. */
const most = 1_000;
const known = new Map<string, boolean>();

const changing = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i;
/**
 * The functions of the database that change rows; a test compares them with the schema. What raises
 * stamps is not among them.
 */
const changingCall =
  /\b(?:begin_times|find_person|follow_person|insert_\w+|keep_added|keep_changed|recount_tallies|tally_(?:day|payment|person))\(/i;
const locking = /\bfor\s+(?:no\s+key\s+)?update\b/gi;

/**
 * Whether a statement may change rows, by its text, which names the functions that it calls: one
 * that only reads or locks does not.
 */
export function isWriting(text: string): boolean {
  let answer = known.get(text);
  if (answer === undefined) {
    answer = changing.test(text.replaceAll(locking, '')) || changingCall.test(text);
    if (known.size >= most) known.clear();
    known.set(text, answer);
  }
  return answer;
}
