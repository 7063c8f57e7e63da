/**
 * A key of a ring: the newest key in use encrypts and signs new values; the others still read
 * theirs.
 */
export interface TimedKey {
  /** The beginning of its use; absent in the first key. */
  readonly signsFrom?: string;
}

/** The times of a kind's rotation. */
export interface KeyTimes {
  /** The time for which a new key is published before it is used. */
  readonly publishedBeforeMs: number;
  /** The time for which a key stays valid after the next one began. */
  readonly keptAfterMs: number;
}

/**
 * The interval at which a running server rereads the keys: much less than the time between a key's
 * publication and its use.
 */
export const followEveryMs = 20_000;

/**
 * Every process, and every client that caches our public keys for ten minutes, has read a new key
 * before it signs. A token lives 15 minutes.
 */
export const signingTimes: KeyTimes = { publishedBeforeMs: 30 * 60_000, keptAfterMs: 25 * 60_000 };
/** A link lives one minute. */
export const fileLinkTimes: KeyTimes = { publishedBeforeMs: 2 * 60_000, keptAfterMs: 5 * 60_000 };
/**
 * Values encrypted outside the database (the state of a calendar's connection) live ten minutes;
 * the rows are reencrypted in that time.
 */
export const encryptionTimes: KeyTimes = { publishedBeforeMs: 2 * 60_000, keptAfterMs: 15 * 60_000 };

/**
 * Returns the key for new values at an instant: the one with the latest start; between equal
 * starts, the first.
 */
export function currentAt<Key extends TimedKey>(keys: readonly Key[], now: Date): Key {
  const begun = keys.filter((key) => beginOf(key) <= now.getTime());
  const [first, ...others] = begun.length > 0 ? begun : keys;
  if (!first) throw new Error('there is no key');
  return others.reduce((latest, key) => (beginOf(key) > beginOf(latest) ? key : latest), first);
}

/**
 * Returns the keys that are valid at an instant: all but those whose successor has been used for
 * long enough.
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

/** Returns when the next key begins to be used; undefined if there is none. */
export function nextBeginAfter(keys: readonly TimedKey[], now: Date): Date | undefined {
  const waiting = keys.map(beginOf).filter((begin) => begin > now.getTime());
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : undefined;
}

function beginOf({ signsFrom }: TimedKey): number {
  return signsFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(signsFrom);
}
