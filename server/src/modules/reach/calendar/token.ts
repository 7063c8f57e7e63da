import { decrypt, encrypt } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

type Keys = Pick<Secrets, 'encryptionKey'>;

/** Encrypts a business's refresh token, bound to its id: in another business's row it cannot be decrypted. */
export function encryptToken(secrets: Keys, tenantId: string, refreshToken: string): Buffer {
  return encrypt(secrets, contextOf(tenantId), refreshToken);
}

/** Throws when it was encrypted for another business, with another key, or was modified. */
export function decryptToken(secrets: Keys, tenantId: string, encrypted: Buffer): string {
  return decrypt(secrets, contextOf(tenantId), encrypted);
}

function contextOf(tenantId: string): string {
  return `${tenantId}|google_calendar`;
}
