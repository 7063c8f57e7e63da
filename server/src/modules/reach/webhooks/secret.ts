import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

type Keys = Pick<Secrets, 'encryptionKey'>;

/** A secret in the format of https://www.standardwebhooks.com: `whsec_` and the base64 of 32 bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a business's secret, bound to its id: in another business's row it cannot be decrypted. */
export function encryptSecret(secrets: Keys, tenantId: string, secret: string): Buffer {
  return encrypt(secrets, contextOf(tenantId), secret);
}

/** Throws when it was encrypted for another business, with another key, or was modified. */
export function decryptSecret(secrets: Keys, tenantId: string, encrypted: Buffer): string {
  return decrypt(secrets, contextOf(tenantId), encrypted);
}

function contextOf(tenantId: string): string {
  return `${tenantId}|webhooks`;
}
