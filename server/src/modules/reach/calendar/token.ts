import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '../../../core/encryption.ts';

/** Encrypts a refresh token, bound to the business's id. */
export function encryptToken(keys: EncryptionKeys, tenantId: string, refreshToken: string): Buffer {
  return encrypt(keys, getContext(tenantId), refreshToken);
}

/**
 * Decrypts a refresh token. @throws when it was encrypted for another business or with another key,
 * or was modified.
 */
export function decryptToken(keys: EncryptionKeys, tenantId: string, encrypted: Buffer): string {
  return decrypt(keys, getContext(tenantId), encrypted);
}

export const encryptedTokens: EncryptedColumn = {
  table: 'tenant_integrations',
  column: 'encrypted_token',
  ids: ['tenant_id', 'integration_type'],
  aboutOf: (row) => getContext(String(row['tenant_id'])),
};

/** The tokens whose revocation waits in the outbox. */
export const encryptedRevocations: EncryptedColumn = {
  table: 'outbox',
  kind: 'calendar.revoke',
  column: 'payload',
  field: 'encrypted',
  ids: ['tenant_id', 'id'],
  aboutOf: (row) => getContext(String(row['tenantId'])),
};

function getContext(tenantId: string): string {
  return `${tenantId}|google_calendar`;
}
