import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '../../../core/encryption.ts';

/** Encrypts the key of an archive's content for its row. */
export function encryptKey(keys: EncryptionKeys, id: string, key: Buffer): Buffer {
  return encrypt(keys, aboutArchive(id), key.toString('base64'));
}

/** Decrypts the key of an archive's content. @throws as `decrypt` */
export function decryptKey(keys: EncryptionKeys, id: string, encrypted: Buffer): Buffer {
  return Buffer.from(decrypt(keys, aboutArchive(id), encrypted), 'base64');
}

export const encryptedArchiveKeys: EncryptedColumn = {
  table: 'archives',
  column: 'encrypted_key',
  ids: ['tenant_id', 'id'],
  aboutOf: (row) => aboutArchive(String(row['id'])),
};

function aboutArchive(id: string): string {
  return `archive ${id}`;
}
