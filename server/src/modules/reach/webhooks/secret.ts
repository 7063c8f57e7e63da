import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '../../../core/encryption.ts';

/** Generates a secret in the format of https://www.standardwebhooks.com. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a secret, bound to the business's id. */
export function encryptSecret(keys: EncryptionKeys, tenantId: string, secret: string): Buffer {
  return encrypt(keys, getContext(tenantId), secret);
}

/**
 * Decrypts a secret. @throws when it was encrypted for another business or with another key, or was
 * modified.
 */
export function decryptSecret(keys: EncryptionKeys, tenantId: string, encrypted: Buffer): string {
  return decrypt(keys, getContext(tenantId), encrypted);
}

export const encryptedWebhookSecrets: EncryptedColumn = {
  table: 'webhooks',
  column: 'encrypted_secret',
  ids: ['tenant_id'],
  aboutOf: (row) => getContext(String(row['tenant_id'])),
};

function getContext(tenantId: string): string {
  return `${tenantId}|webhooks`;
}
