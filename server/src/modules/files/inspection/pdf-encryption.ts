import { createDecipheriv, createHash } from 'node:crypto';
import { assertThat } from '../../../core/app-error.ts';
import { findNames } from './pdf-names.ts';
import { findDefinitions } from './pdf-objects.ts';
import { keyOfEmptyPassword } from './pdf-password.ts';
import { type PdfDictionary, PdfReader } from './pdf-values.ts';
import { rc4 } from './rc4.ts';

/** Decrypts the data of a stream; the number and generation are its object's. */
export type Decrypt = (data: Buffer, number: number, generation: number) => Buffer;
type Method = 'None' | 'V2' | 'AESV2' | 'AESV3';

const encrypt = new Set(['Encrypt']);
const identity = new Set(['ID']);

/** The most characters between the trailer's two entries. */
const reach = 4096;

/**
 * Returns how streams of an encrypted PDF are decrypted; undefined for one that is not encrypted. A
 * PDF that only forbids changes opens with an empty password (ISO 32000-2, 7.6). Throws
 * `prescription.locked` for one that needs a password or certificate.
 */
export function getDecryption(text: string): Decrypt | undefined {
  for (const { end } of findNames(text, encrypt)) {
    const dictionary = dictionaryAt(text, end);
    if (!dictionary) continue;
    const key = keyOfEmptyPassword(dictionary, identityNear(text, end));
    const method = getMethod(dictionary);
    assertThat(key && method, 'prescription.locked');
    return (data, number, generation) => decrypted(data, method, { key, number, generation });
  }
  return undefined;
}

function dictionaryAt(text: string, at: number): PdfDictionary | undefined {
  const value = new PdfReader(text, at).read();
  if ('dictionary' in value) return value.dictionary;
  if (!('reference' in value)) return undefined;
  for (const { value: defined } of findDefinitions([{ text }], new Set([value.reference])))
    if ('dictionary' in defined) return defined.dictionary;
  return undefined;
}

/** Returns the first of the file's two identifiers; empty if there is none. */
function identityNear(text: string, at: number): Buffer {
  const near = text.slice(Math.max(0, at - reach), at + reach);
  for (const { end } of findNames(near, identity)) {
    const reader = new PdfReader(near, end);
    const value = reader.isBefore('[') ? reader.read() : undefined;
    const first = value && 'array' in value ? value.array[0] : undefined;
    if (first && 'string' in first) return first.string;
  }
  return Buffer.alloc(0);
}

/** Returns the method for streams; undefined for an unknown one. */
function getMethod(dictionary: PdfDictionary): Method | undefined {
  const version = dictionary.get('V');
  if (version && 'number' in version && version.number < 4) return 'V2';
  const filter = dictionary.get('StmF');
  if (!filter || !('name' in filter) || filter.name === 'Identity') return 'None';
  const filters = dictionary.get('CF');
  const chosen = filters && 'dictionary' in filters ? filters.dictionary.get(filter.name) : undefined;
  const method = chosen && 'dictionary' in chosen ? chosen.dictionary.get('CFM') : undefined;
  const known: readonly Method[] = ['None', 'V2', 'AESV2', 'AESV3'];
  return method && 'name' in method ? known.find((name) => name === method.name) : undefined;
}

interface ObjectKey {
  readonly key: Buffer;
  readonly number: number;
  readonly generation: number;
}

function decrypted(data: Buffer, method: Method, { key, number, generation }: ObjectKey): Buffer {
  if (method === 'None') return data;
  if (method === 'AESV3') return withAes(data, key);
  const object = Buffer.alloc(5);
  object.writeUIntLE(number % 2 ** 24, 0, 3);
  object.writeUIntLE(generation % 2 ** 16, 3, 2);
  const salt = Buffer.from(method === 'AESV2' ? 'sAlT' : '', 'latin1');
  const own = createHash('md5').update(key).update(object).update(salt).digest();
  const cut = own.subarray(0, Math.min(key.length + 5, 16));
  return method === 'AESV2' ? withAes(data, cut) : rc4(cut, data);
}

/** Decrypts with AES and keeps the padding: it follows the compressed data, whose end is known. */
function withAes(data: Buffer, key: Buffer): Buffer {
  const blocks = data.length - (data.length % 16);
  if (blocks < 32) return Buffer.alloc(0);
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, data.subarray(0, 16));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(data.subarray(16, blocks)), decipher.final()]);
}
