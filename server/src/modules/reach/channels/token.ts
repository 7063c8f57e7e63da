import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '../../../core/encryption.ts';
import type { NumberChannel } from './queries.ts';

/** Encrypts the secret of a business's own account, bound to the business and the channel. */
export function encryptToken(
  keys: EncryptionKeys,
  { tenantId, channel }: { readonly tenantId: string; readonly channel: NumberChannel },
  token: string,
): Buffer {
  return encrypt(keys, getContext(tenantId, channel), token);
}

/**
 * Decrypts the secret of an account. @throws when it was encrypted for another business or channel, or
 * with another key, or was modified.
 */
export function decryptToken(
  keys: EncryptionKeys,
  { tenantId, channel }: { readonly tenantId: string; readonly channel: NumberChannel },
  encrypted: Buffer,
): string {
  return decrypt(keys, getContext(tenantId, channel), encrypted);
}

export const encryptedChannelTokens: EncryptedColumn = {
  table: 'notice_channels',
  column: 'encrypted_token',
  ids: ['tenant_id', 'channel'],
  aboutOf: (row) => getContext(String(row['tenant_id']), String(row['channel'])),
};

function getContext(tenantId: string, channel: string): string {
  return `${tenantId}|notice_channels|${channel}`;
}
