import { open, seal } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

type Keys = Pick<Secrets, 'encryptionKey'>;

/** Encrypts a business's refresh token, bound to its id: in another business's row it cannot be decrypted. */
export function sealToken(secrets: Keys, tenantId: string, refreshToken: string): Buffer {
  return seal(secrets, placeOf(tenantId), refreshToken);
}

/** Throws when it was encrypted for another business, with another key, or was modified. */
export function openToken(secrets: Keys, tenantId: string, sealed: Buffer): string {
  return open(secrets, placeOf(tenantId), sealed);
}

function placeOf(tenantId: string): string {
  return `${tenantId}|google_calendar`;
}
