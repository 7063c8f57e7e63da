import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '../../../core/encryption.ts';

/**
 * Encrypts a business's refresh token, bound to its id: in another business's row it cannot be
 * decrypted.
 */
export function encryptToken(
  keys: EncryptionKeys,
  now: Date,
  tenantId: string,
  refreshToken: string,
): Buffer {
  return encrypt(keys, now, contextOf(tenantId), refreshToken);
}

/** Throws when it was encrypted for another business, with another key, or was modified. */
export function decryptToken(keys: EncryptionKeys, tenantId: string, encrypted: Buffer): string {
  return decrypt(keys, contextOf(tenantId), encrypted);
}

export const encryptedTokens: EncryptedColumn = {
  table: 'tenant_integrations',
  column: 'encrypted_token',
  ids: ['tenant_id', 'integration_type'],
  aboutOf: (row) => contextOf(String(row['tenant_id'])),
};

/** The tokens whose access at Google waits in the outbox to be revoked. */
export const encryptedRevocations: EncryptedColumn = {
  table: 'outbox',
  kind: 'calendar.revoke',
  column: 'payload',
  field: 'encrypted',
  ids: ['tenant_id', 'id'],
  aboutOf: (row) => contextOf(String(row['tenantId'])),
};

function contextOf(tenantId: string): string {
  return `${tenantId}|google_calendar`;
}
