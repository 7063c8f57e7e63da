import { randomInt } from 'node:crypto';
import {
  fingerprint,
  fingerprints,
  type EncryptedColumn,
  type EncryptionKeys,
} from '../../../core/encryption.ts';

/** Accepts one step before and one after: clocks differ, people type slowly (RFC 6238, 5.2). */
const toleranceSeconds = 30;

const recoveryCodeCount = 10;
/** Crockford's base32. Ten characters are 50 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const half = 5;

/** Generates a shared secret of 160 bits, with the otpauth URI of its QR code. */
export async function newSecret(email: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await authenticator();
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Samay', label: email, secret }) };
}

/** Returns the 30-second step of a code; undefined for a wrong or expired one. */
export async function matchStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { verifySync } = await authenticator();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Generates ten recovery codes in the form `x7k2m-9qrt4`, with the hashes to store. */
export function newHashedCodes(keys: EncryptionKeys, userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${letters()}-${letters()}`);
  return { codes, hashes: codes.map((code) => hashOfRecoveryCode(keys, userId, code)) };
}

export function hashOfRecoveryCode(keys: EncryptionKeys, userId: string, code: string): string {
  return fingerprint(keys, `recovery ${userId}`, plain(code));
}

export function hashesOfRecoveryCode(keys: EncryptionKeys, userId: string, code: string): string[] {
  return fingerprints(keys, `recovery ${userId}`, plain(code));
}

export function aboutFactor(userId: string): string {
  return `totp ${userId}`;
}

export const encryptedFactors: EncryptedColumn = {
  table: 'second_factors',
  column: 'encrypted_secret',
  ids: ['user_id'],
  aboutOf: (row) => aboutFactor(String(row['user_id'])),
};

function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

function letters(): string {
  return Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Imports the library of authenticator apps with the first code. */
async function authenticator() {
  return import('otplib');
}
