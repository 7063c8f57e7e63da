import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '../../../core/encryption.ts';

/** The secrets of an account: that of its key, and that of its events. */
type Kept = 'key' | 'events';

/** Encrypts a secret of an account, bound to the business and its purpose. */
export function encryptOnline(keys: EncryptionKeys, tenantId: string, kept: Kept, secret: string): Buffer {
  return encrypt(keys, toContext(tenantId, kept), secret);
}

/**
 * Decrypts a secret of an account. @throws when it was encrypted for another business or purpose, or with
 * another key, or was modified
 */
export function decryptOnline(keys: EncryptionKeys, tenantId: string, kept: Kept, encrypted: Buffer): string {
  return decrypt(keys, toContext(tenantId, kept), encrypted);
}

export const encryptedOnlineKeys: EncryptedColumn = {
  table: 'online_accounts',
  column: 'encrypted_key',
  ids: ['tenant_id'],
  aboutOf: (row) => toContext(String(row['tenant_id']), 'key'),
};

export const encryptedOnlineEvents: EncryptedColumn = {
  table: 'online_accounts',
  column: 'encrypted_events',
  ids: ['tenant_id'],
  aboutOf: (row) => toContext(String(row['tenant_id']), 'events'),
};

/** The secrets that the latest change replaced. */
export const encryptedPreviousKeys: EncryptedColumn = {
  ...encryptedOnlineKeys,
  column: 'previous_encrypted_key',
};
export const encryptedPreviousEvents: EncryptedColumn = {
  ...encryptedOnlineEvents,
  column: 'previous_encrypted_events',
};

function toContext(tenantId: string, kept: Kept): string {
  return `${tenantId}|online_accounts|${kept}`;
}
