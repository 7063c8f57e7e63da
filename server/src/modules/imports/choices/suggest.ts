import { searchWords } from '@samay/contract/core/fold';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The longest text that is compared letter by letter. */
const longestCompared = 40;

/**
 * Finds the one that a word probably names: all words of the shorter one are in the longer one, also as
 * initials, or they differ by a letter or two. Undefined where there is none, or several are as near.
 */
export function suggest(word: string, named: readonly Named[]): Named | undefined {
  const distances = named.map((each) => ({ each, distance: getDistance(word, each.name) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  const nearest = distances.filter(({ distance }) => distance === least && Number.isFinite(distance));
  return nearest.length === 1 ? nearest[0]?.each : undefined;
}

/** Returns how far two names are from each other; infinite where they are of different things. */
function getDistance(one: string, other: string): number {
  const [words, others] = [splitWords(one), splitWords(other)];
  const [short, long] = words.length <= others.length ? [words, others] : [others, words];
  const isWithin = short.every((word) => long.some((each) => isAlike(word, each)));
  // Initials alone say nothing, such as the A of a court that is called so.
  const isTold = short.some(
    (word) => word.length > 2 && long.some((each) => each.length > 2 && isAlike(word, each)),
  );
  if (isWithin && isTold) return long.length - short.length;
  const [joined, joinedOther] = [words.join(' '), others.join(' ')].map((text) =>
    text.slice(0, longestCompared),
  );
  const edits = countEdits(joined ?? '', joinedOther ?? '');
  const allowed = Math.min(2, Math.floor(Math.min(joined?.length ?? 0, joinedOther?.length ?? 0) / 4));
  return edits <= allowed ? 10 + edits : Number.POSITIVE_INFINITY;
}

/** Splits a name without titles; what stands in brackets is left out where more is there. */
function splitWords(name: string): string[] {
  const open = name.indexOf('(');
  return searchWords(open > 0 ? name.slice(0, open) : name);
}

/** Returns whether two words are the same, one is the other's initial, or long ones differ by a letter. */
function isAlike(word: string, other: string): boolean {
  if (word === other) return true;
  const [short, long] = [word.length, other.length].toSorted((one, two) => one - two);
  if (short === 1) return word[0] === other[0];
  const isLong = (short ?? 0) > 4 && (long ?? 0) - (short ?? 0) < 2 && (long ?? 0) <= longestCompared;
  return isLong && countEdits(word, other) === 1;
}

/** Counts the letters that are added, left out or changed between two texts. */
function countEdits(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let place = 1; place <= other.length; place += 1) {
      const changed = (before[place - 1] ?? 0) + (one[at - 1] === other[place - 1] ? 0 : 1);
      row.push(Math.min(changed, (before[place] ?? 0) + 1, (row[place - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[other.length] ?? 0;
}
