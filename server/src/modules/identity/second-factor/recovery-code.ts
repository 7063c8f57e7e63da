import { randomInt } from 'node:crypto';
import { fingerprint } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

const howMany = 10;
/** Crockford's base32: no letter is mistaken for a digit. Ten of them are 50 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const half = 5;

/** Ten codes as a person writes them down, `x7k2m-9qrt4`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () => `${letters()}-${letters()}`);
}

/** What is kept of a code; the way it was typed makes no difference. */
export function hashOfRecoveryCode(secrets: Secrets, userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return fingerprint(secrets, `recovery ${userId}`, plain);
}

function letters(): string {
  return Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
}
