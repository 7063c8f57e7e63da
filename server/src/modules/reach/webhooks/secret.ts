import { randomBytes } from 'node:crypto';
import { open, seal } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

type Keys = Pick<Secrets, 'encryptionKey'>;

/** As https://www.standardwebhooks.com has it: `whsec_` and the base64 of 32 bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Seals a business's secret: in another business's row it does not open. */
export function sealSecret(secrets: Keys, tenantId: string, secret: string): Buffer {
  return seal(secrets, placeOf(tenantId), secret);
}

/** @throws when it was sealed for another business, under another key, or was changed. */
export function openSecret(secrets: Keys, tenantId: string, sealed: Buffer): string {
  return open(secrets, placeOf(tenantId), sealed);
}

function placeOf(tenantId: string): string {
  return `${tenantId}|webhooks`;
}
