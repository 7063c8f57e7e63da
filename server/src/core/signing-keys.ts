import type { JWK } from 'jose';

/** An ES256 key pair that signs access tokens. */
export type SigningKey = JWK & {
  readonly kid: string;
  /** When it begins to sign; absent in the first key. */
  readonly signsFrom?: string;
};

/** How long a new key is published before it signs: every process has read it, and a client that caches our keys for ten minutes too. */
export const publishedBeforeMs = 30 * 60_000;
/** How long a key verifies after the next one began to sign: ten minutes more than the life of its last token. */
const keptAfterMs = 25 * 60_000;

/** The key that signs at an instant: the one with the latest start; of several with the same start, the first. */
export function signerAt(keys: readonly SigningKey[], now: Date): SigningKey {
  const begun = keys.filter((key) => beginOf(key) <= now.getTime());
  const [first, ...others] = begun.length > 0 ? begun : keys;
  if (!first) throw new Error('there is no key to sign with');
  return others.reduce((latest, key) => (beginOf(key) > beginOf(latest) ? key : latest), first);
}

/** The keys that are published and verify tokens at an instant: all but those whose successor has signed for long enough. */
export function publishedAt(keys: readonly SigningKey[], now: Date): readonly SigningKey[] {
  const isOver = (key: SigningKey) => keys.some((next) => beginOf(next) > beginOf(key) && beginOf(next) + keptAfterMs <= now.getTime());
  return keys.filter((key) => !isOver(key));
}

/** When the next key begins to sign; undefined where there is none. */
export function nextBeginAfter(keys: readonly SigningKey[], now: Date): Date | undefined {
  const waiting = keys.map(beginOf).filter((begin) => begin > now.getTime());
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : undefined;
}

function beginOf({ signsFrom }: SigningKey): number {
  return signsFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(signsFrom);
}
