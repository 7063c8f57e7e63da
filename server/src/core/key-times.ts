/**
 * A key of a ring, of which the newest that has begun is used for new values; the others still read
 * what they made.
 */
export interface TimedKey {
  /** When it begins to be used; absent in the first key. */
  readonly signsFrom?: string;
}

/** How a kind of key is rotated. */
export interface KeyTimes {
  /** How long a new key is known before it is used. */
  readonly publishedBeforeMs: number;
  /** How long a key counts after the next one began. */
  readonly keptAfterMs: number;
}

/**
 * How often a running server reads the keys anew: much less than the time between a key's
 * publication and its use.
 */
export const followEveryMs = 20_000;

/**
 * Every process has read a new key before it signs, and a client that caches our public keys for
 * ten minutes too. A token lives 15 minutes.
 */
export const signingTimes: KeyTimes = { publishedBeforeMs: 30 * 60_000, keptAfterMs: 25 * 60_000 };
/** A link lives one minute. */
export const fileLinkTimes: KeyTimes = { publishedBeforeMs: 2 * 60_000, keptAfterMs: 5 * 60_000 };
/**
 * What is encrypted outside of the database (the state of a calendar's connection) lives ten minutes;
 * the rows are encrypted again meanwhile.
 */
export const encryptionTimes: KeyTimes = { publishedBeforeMs: 2 * 60_000, keptAfterMs: 15 * 60_000 };

/**
 * The key that is used for new values at an instant: the one with the latest start; of several with
 * the same start, the first.
 */
export function currentAt<Key extends TimedKey>(keys: readonly Key[], now: Date): Key {
  const begun = keys.filter((key) => beginOf(key) <= now.getTime());
  const [first, ...others] = begun.length > 0 ? begun : keys;
  if (!first) throw new Error('there is no key');
  return others.reduce((latest, key) => (beginOf(key) > beginOf(latest) ? key : latest), first);
}

/**
 * The keys that count at an instant: all but those whose successor has been used for long enough.
 */
export function countingAt<Key extends TimedKey>(
  keys: readonly Key[],
  now: Date,
  { keptAfterMs }: KeyTimes,
): readonly Key[] {
  const isOver = (key: Key) =>
    keys.some((next) => beginOf(next) > beginOf(key) && beginOf(next) + keptAfterMs <= now.getTime());
  return keys.filter((key) => !isOver(key));
}

/** When the next key begins to be used; undefined where there is none. */
export function nextBeginAfter(keys: readonly TimedKey[], now: Date): Date | undefined {
  const waiting = keys.map(beginOf).filter((begin) => begin > now.getTime());
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : undefined;
}

function beginOf({ signsFrom }: TimedKey): number {
  return signsFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(signsFrom);
}
