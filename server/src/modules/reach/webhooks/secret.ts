import { randomBytes } from 'node:crypto';
import { open, seal } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

type Keys = Pick<Secrets, 'encryptionKey'>;

/** A secret in the format of https://www.standardwebhooks.com: `whsec_` and the base64 of 32 bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a business's secret, bound to its id: in another business's row it cannot be decrypted. */
export function sealSecret(secrets: Keys, tenantId: string, secret: string): Buffer {
  return seal(secrets, placeOf(tenantId), secret);
}

/** Throws when it was encrypted for another business, with another key, or was modified. */
export function openSecret(secrets: Keys, tenantId: string, sealed: Buffer): string {
  return open(secrets, placeOf(tenantId), sealed);
}

function placeOf(tenantId: string): string {
  return `${tenantId}|webhooks`;
}
