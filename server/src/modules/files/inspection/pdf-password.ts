import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { PdfDictionary } from './pdf-values.ts';
import { rc4 } from './rc4.ts';

/** Fills a password to 32 bytes (ISO 32000-1, algorithm 2); alone it is the empty one. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Returns the key of a file that opens with an empty password; undefined for one that does not, or
 * whose encryption is not the standard one. `identity` is the first of the file's identifiers.
 */
export function keyOfEmptyPassword(dictionary: PdfDictionary, identity: Buffer): Buffer | undefined {
  const filter = dictionary.get('Filter');
  if (!filter || !('name' in filter) || filter.name !== 'Standard') return undefined;
  const revision = numberIn(dictionary, 'R');
  if (revision >= 5) return keyBySha(dictionary, revision);
  return revision >= 2 ? keyByMd5(dictionary, revision, identity) : undefined;
}

/** Computes the key by algorithms 2, 4 and 5, for revisions 2 to 4. */
function keyByMd5(dictionary: PdfDictionary, revision: number, identity: Buffer): Buffer | undefined {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberIn(dictionary, 'P') | 0);
  const metadata = dictionary.get('EncryptMetadata');
  const isPlain = revision >= 4 && metadata && 'word' in metadata && metadata.word === 'false';
  const length = revision === 2 ? 5 : Math.min(16, Math.max(5, lengthIn(dictionary, revision) / 8));
  let key = md5(
    padding,
    stringIn(dictionary, 'O').subarray(0, 32),
    permissions,
    identity,
    Buffer.alloc(isPlain ? 4 : 0, 0xff),
  ).subarray(0, length);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, length);
  const stored = stringIn(dictionary, 'U');
  if (revision === 2) return rc4(key, padding).equals(stored.subarray(0, 32)) ? key : undefined;
  let expected = md5(padding, identity);
  for (let round = 0; round < 20; round += 1)
    expected = rc4(Buffer.from(key.map((byte) => byte ^ round)), expected);
  return expected.equals(stored.subarray(0, 16)) ? key : undefined;
}

/**
 * Computes the key by algorithm 2.A, for revisions 5 and 6. A stored value is a hash, then the
 * salts of check and key.
 */
function keyBySha(dictionary: PdfDictionary, revision: number): Buffer | undefined {
  const getHash = revision === 5 ? (salt: Buffer) => sha(256, salt) : hardenedHash;
  const [stored, wrapped] = [stringIn(dictionary, 'U'), stringIn(dictionary, 'UE')];
  if (stored.length < 48 || wrapped.length < 32) return undefined;
  if (!getHash(stored.subarray(32, 40)).equals(stored.subarray(0, 32))) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', getHash(stored.subarray(40, 48)), Buffer.alloc(16));
  decipher.setAutoPadding(false);
  return decipher.update(wrapped.subarray(0, 32));
}

/** Computes algorithm 2.B for an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha(256, salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)));
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(rest === 0 ? 256 : rest === 1 ? 384 : 512, encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

function sha(bits: 256 | 384 | 512, data: Buffer): Buffer {
  return createHash(`sha${bits}`).update(data).digest();
}

/** Returns the key's length in bits. Revision 4 has 128, which writers note in several ways. */
function lengthIn(dictionary: PdfDictionary, revision: number): number {
  return revision === 4 ? 128 : numberIn(dictionary, 'Length') || 40;
}

function numberIn(dictionary: PdfDictionary, key: string): number {
  const value = dictionary.get(key);
  return value && 'number' in value ? value.number : 0;
}

function stringIn(dictionary: PdfDictionary, key: string): Buffer {
  const value = dictionary.get(key);
  return value && 'string' in value ? value.string : Buffer.alloc(0);
}
