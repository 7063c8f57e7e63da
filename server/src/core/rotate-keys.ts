import {
  countingAt,
  fileLinkTimes,
  type KeyTimes,
  nextBeginAfter,
  encryptionTimes,
  signingTimes,
  type TimedKey,
} from './key-times.ts';
import { newSigningKey, newSymmetricKey, type KeyStore } from './secrets.ts';

export const keyKinds = ['signing', 'links', 'encryption'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** A rotation that is refused: the message is a sentence for the operator. */
export class KeyNotRotated extends Error {
  override readonly name = 'KeyNotRotated';
}

/**
 * Adds a new key of a kind, which every server knows before it is used. Expired keys of signing and
 * links are removed; those of encryption only by the job that reencrypts their last row
 * (scheduled-jobs/reencrypt.ts). Returns when the new key begins.
 * @throws KeyNotRotated while an earlier new key of the kind is not used yet
 */
export async function rotateKey(store: KeyStore, kind: KeyKind, now: Date): Promise<Date> {
  const [signing, symmetric] = [await newSigningKey(), newSymmetricKey()];
  let begin = now;
  await store.change((secrets) => {
    switch (kind) {
      case 'signing':
        begin = nextBegin(secrets.signingKeys, now, signingTimes);
        return {
          ...secrets,
          signingKeys: added(countingAt(secrets.signingKeys, now, signingTimes), signing, begin),
        };
      case 'links':
        begin = nextBegin(secrets.fileLinkKeys, now, fileLinkTimes);
        return {
          ...secrets,
          fileLinkKeys: added(countingAt(secrets.fileLinkKeys, now, fileLinkTimes), symmetric, begin),
        };
      case 'encryption':
        begin = nextBegin(secrets.encryptionKeys, now, encryptionTimes);
        return { ...secrets, encryptionKeys: added(secrets.encryptionKeys, symmetric, begin) };
    }
  });
  return begin;
}

function nextBegin(keys: readonly TimedKey[], now: Date, { publishedBeforeMs }: KeyTimes): Date {
  const waiting = nextBeginAfter(keys, now);
  if (waiting)
    throw new KeyNotRotated(`A new key is published already, and is used from ${waiting.toISOString()} on.`);
  return new Date(now.getTime() + publishedBeforeMs);
}

function added<Key extends TimedKey>(keys: readonly Key[], key: Key, begin: Date): readonly Key[] {
  return [...keys, { ...key, signsFrom: begin.toISOString() }];
}
