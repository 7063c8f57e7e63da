import type { JWK } from 'jose';

/** An ES256 key pair that signs access tokens. */
export type SigningKey = JWK & {
  readonly kid: string;
  /** When it begins to sign; from the first start on where it is left out. */
  readonly signsFrom?: string;
};

/** A new key is published so long before it signs: every process has read it, and who keeps our keys for ten minutes has asked twice. */
export const publishedBeforeMs = 30 * 60_000;
/** A key verifies so long after the next one began to sign: the last token that it signed has died ten minutes before. */
const keptAfterMs = 25 * 60_000;

/** The key that signs at an instant: of those that have begun, the last; of several that began at once, the first. */
export function signerAt(keys: readonly SigningKey[], now: Date): SigningKey {
  const begun = keys.filter((key) => beginOf(key) <= now.getTime());
  const [first, ...others] = begun.length > 0 ? begun : keys;
  if (!first) throw new Error('there is no key to sign with');
  return others.reduce((latest, key) => (beginOf(key) > beginOf(latest) ? key : latest), first);
}

/** The keys that tokens are verified with at an instant, and that are published: all but those whose successor has signed for long. */
export function publishedAt(keys: readonly SigningKey[], now: Date): readonly SigningKey[] {
  const isOver = (key: SigningKey) => keys.some((next) => beginOf(next) > beginOf(key) && beginOf(next) + keptAfterMs <= now.getTime());
  return keys.filter((key) => !isOver(key));
}

/** The instant at which a key that waits for its turn begins; undefined where none waits. */
export function nextBeginAfter(keys: readonly SigningKey[], now: Date): Date | undefined {
  const waiting = keys.map(beginOf).filter((begin) => begin > now.getTime());
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : undefined;
}

function beginOf({ signsFrom }: SigningKey): number {
  return signsFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(signsFrom);
}
