import { open, seal } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

type Keys = Pick<Secrets, 'encryptionKey'>;

/** Seals a business's refresh token: in another business's row it does not open. */
export function sealToken(secrets: Keys, tenantId: string, refreshToken: string): Buffer {
  return seal(secrets, placeOf(tenantId), refreshToken);
}

/** @throws when it was sealed for another business, under another key, or was changed. */
export function openToken(secrets: Keys, tenantId: string, sealed: Buffer): string {
  return open(secrets, placeOf(tenantId), sealed);
}

function placeOf(tenantId: string): string {
  return `${tenantId}|google_calendar`;
}
