import { randomInt } from 'node:crypto';
import { fingerprint } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';

/** Accepts one step before and one after: clocks differ, and people type slowly (RFC 6238, section 5.2). */
const toleranceSeconds = 30;

const recoveryCodeCount = 10;
/** Crockford's base32, without letters that look like digits. Ten characters are 50 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const half = 5;

/** Generates a shared secret of 160 bits in base32, with the otpauth URI of its QR code. */
export async function newSecret(email: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await authenticator();
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Samay', label: email, secret }) };
}

/** The 30-second step of a code; undefined for a wrong or expired code. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { verifySync } = await authenticator();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Ten codes in the form `x7k2m-9qrt4`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => `${letters()}-${letters()}`);
}

/** The stored hash of a code, whatever its case, spaces and look-alike letters. */
export function hashOfRecoveryCode(secrets: Secrets, userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return fingerprint(secrets, `recovery ${userId}`, plain);
}

function letters(): string {
  return Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The library of authenticator apps, imported by the first code. */
async function authenticator() {
  return import('otplib');
}
