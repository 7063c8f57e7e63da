import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const cipher = 'aes-256-gcm';
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text for the database with AES-256-GCM and the installation's key. `about` is authenticated with it and says whose it is and what
 * for (`totp <user id>`): copied into another row it cannot be decrypted. Bytes: version, nonce, tag, text.
 */
export function encrypt(secrets: Pick<Secrets, 'encryptionKey'>, about: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encryptor = createCipheriv(cipher, keyOf(secrets), nonce).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([encryptor.update(text, 'utf8'), encryptor.final()]);
  return Buffer.concat([Buffer.of(version), nonce, encryptor.getAuthTag(), encrypted]);
}

/** Decrypts what `encrypt` encrypted. @throws when it was encrypted for another `about`, with another key, or was changed. */
export function decrypt(secrets: Pick<Secrets, 'encryptionKey'>, about: string, encrypted: Buffer): string {
  if (encrypted[0] !== version) throw new Error('an encrypted value is of an unknown version');
  const nonce = encrypted.subarray(1, 1 + nonceBytes);
  const tag = encrypted.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decryptor = createDecipheriv(cipher, keyOf(secrets), nonce).setAAD(Buffer.from(about)).setAuthTag(tag);
  return decryptor.update(encrypted.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decryptor.final('utf8');
}

/** A keyed hash (HMAC-SHA256) in Base64url, for values that are compared and never read again. */
export function fingerprint(secrets: Pick<Secrets, 'encryptionKey'>, about: string, text: string): string {
  return createHmac('sha256', keyOf(secrets)).update(`${about}\n${text}`).digest('base64url');
}

function keyOf({ encryptionKey }: Pick<Secrets, 'encryptionKey'>): Buffer {
  return Buffer.from(encryptionKey, 'base64');
}
