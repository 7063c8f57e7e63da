import { randomInt } from 'node:crypto';
import { fingerprint } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

const count = 10;
/** Crockford's base32, without letters that look like digits. Ten characters are 50 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const half = 5;

/** Ten codes in the form `x7k2m-9qrt4`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => `${letters()}-${letters()}`);
}

/** The stored hash of a code, whatever its case, spaces and look-alike letters. */
export function hashOfRecoveryCode(secrets: Secrets, userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return fingerprint(secrets, `recovery ${userId}`, plain);
}

function letters(): string {
  return Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
}
