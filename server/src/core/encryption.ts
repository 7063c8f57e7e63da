import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Secrets, SymmetricKey } from './secrets.ts';

export type EncryptionKeys = Pick<Secrets, 'encryptionKeys'>;

/** A column of encrypted values, which are reencrypted when the key is rotated. */
export interface EncryptedColumn {
  readonly table:
    | 'second_factors'
    | 'webhooks'
    | 'notice_channels'
    | 'tenant_integrations'
    | 'outbox'
    | 'installation'
    | 'archives'
    | 'online_accounts';
  readonly column: string;
  /** The field of a JSON column, in Base64. */
  readonly field?: string;
  /** The columns that name a row. */
  readonly ids: readonly string[];
  /** The kind of the effects, for an outbox. */
  readonly kind?: string;
  /**
   * Returns the `about` that a row's value is bound to (`encrypt`), from its ids and a JSON
   * column's fields.
   */
  readonly aboutOf: (row: Readonly<Record<string, unknown>>) => string;
}

const cipher = 'aes-256-gcm';
const version = 1;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text for the database with AES-256-GCM and the installation's first key. `about`
 * names its owner and purpose (`totp <user id>`) and is authenticated: copied into another row the
 * text cannot be decrypted. Bytes: prefix of the key, nonce, tag, text.
 */
export function encrypt({ encryptionKeys }: EncryptionKeys, about: string, text: string): Buffer {
  const key = getFirst(encryptionKeys);
  const nonce = randomBytes(nonceBytes);
  const encryptor = createCipheriv(cipher, toBytes(key), nonce).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([encryptor.update(text, 'utf8'), encryptor.final()]);
  return Buffer.concat([getPrefix(key), nonce, encryptor.getAuthTag(), encrypted]);
}

/**
 * Decrypts a value of `encrypt`. @throws when it was encrypted for another `about`, with an unknown
 * key, or was changed
 */
export function decrypt({ encryptionKeys }: EncryptionKeys, about: string, encrypted: Buffer): string {
  const id = getKeyId(encrypted);
  const key = encryptionKeys.find((candidate) => candidate.id === id);
  if (!key) throw new Error('an encrypted value is of an unknown key');
  const rest = encrypted.subarray(getPrefix(key).length);
  const decryptor = createDecipheriv(cipher, toBytes(key), rest.subarray(0, nonceBytes)).setAAD(
    Buffer.from(about),
  );
  decryptor.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes));
  return decryptor.update(rest.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryptor.final('utf8');
}

/** Returns the prefix of every value that a key encrypted. */
export function getPrefix({ id }: Pick<SymmetricKey, 'id'>): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(id, 'hex')]);
}

function getKeyId(encrypted: Buffer): string {
  if (encrypted[0] === version) return encrypted.subarray(1, 1 + idBytes).toString('hex');
  throw new Error('an encrypted value is of an unknown version');
}

/**
 * Computes a keyed hash (HMAC-SHA256) in Base64url, for values that are compared and never read
 * again; it names its key.
 */
export function fingerprint({ encryptionKeys }: EncryptionKeys, about: string, text: string): string {
  return fingerprintBy(getFirst(encryptionKeys), about, text);
}

/**
 * Computes the fingerprints of a value under every key, so that one of another key is among
 * them.
 */
export function fingerprints({ encryptionKeys }: EncryptionKeys, about: string, text: string): string[] {
  return encryptionKeys.map((key) => fingerprintBy(key, about, text));
}

/** Returns the prefix of a key's fingerprints. */
export function getFingerprintPrefix({ id }: Pick<SymmetricKey, 'id'>): string {
  return `${id}.`;
}

function fingerprintBy(key: SymmetricKey, about: string, text: string): string {
  return (
    getFingerprintPrefix(key) +
    createHmac('sha256', toBytes(key)).update(`${about}\n${text}`).digest('base64url')
  );
}

function getFirst([first]: readonly SymmetricKey[]): SymmetricKey {
  if (!first) throw new Error('there is no key');
  return first;
}

function toBytes({ key }: SymmetricKey): Buffer {
  return Buffer.from(key, 'base64');
}
