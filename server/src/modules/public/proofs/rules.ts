import { codeMinutes } from '@samay/contract/reach/codes/texts';
import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { SymmetricKey } from '../../../core/secrets.ts';

/** The tries that one code has. */
export const mostTries = 5;
/** The seconds after the first, the second and each further code until another one is sent. */
const waits = [30, 60, 120] as const;
/** How long a form that was proven may become a booking. */
const provenMs = 30 * 60_000;
/** The days for which a device is known that proved a number. */
export const deviceDays = 30;

/** Makes a code: six digits, of which the first may be 0. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Reads a typed code: six digits of any script, with whatever is between them; undefined for another text. */
export function readCode(typed: string): string | undefined {
  const digits = typed
    .normalize('NFKC')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x09_66))
    .replaceAll(/[౦-౯]/g, (digit) => String(digit.charCodeAt(0) - 0x0c_66))
    .replaceAll(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

interface OfForm {
  readonly tenantId: string;
  readonly id: string;
}

/** Hashes a code of a form with a key that the database does not have, because six digits are soon tried. */
export function hashCode(key: SymmetricKey, { tenantId, id }: OfForm, code: string): Buffer {
  return createHmac('sha256', Buffer.from(key.key, 'base64')).update(`${tenantId} ${id} ${code}`).digest();
}

/** Compares a typed code with the hash of the right one, in constant time. */
export function isCode(keys: readonly SymmetricKey[], of: OfForm, typed: string, expected: Buffer): boolean {
  return keys.some((key) => {
    const given = hashCode(key, of, typed);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Hashes the secret of a known device: one device has another hash in each business. */
export function hashDevice(tenantId: string, secret: string): string {
  return hash('sha256', `${tenantId} ${secret}`, 'base64url');
}

interface Sent {
  readonly sent_at: Date | null;
  readonly sends: number;
  readonly tries: number;
}

/** Returns whether the code of a form still works: it is not too old and has tries left. */
export function isAlive({ sent_at: at, tries }: Sent, now: Date): boolean {
  return at !== null && tries < mostTries && now.getTime() - at.getTime() < codeMinutes * 60_000;
}

/** Returns the seconds until another code may be sent; 0 where it may now. */
export function secondsUntilNext({ sent_at: at, sends }: Sent, now: Date): number {
  if (at === null) return 0;
  const wait = waits[Math.min(sends, waits.length) - 1] ?? 0;
  return Math.max(0, Math.ceil((at.getTime() + wait * 1000 - now.getTime()) / 1000));
}

/** Returns whether a form was proven a short time ago. */
export function isProven({ proven_at: at }: { readonly proven_at: Date | null }, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < provenMs;
}

/** Returns whether what a form proved is over, and no code was sent since. */
export function isOver({
  proven_at: at,
  sent_at: sentAt,
}: {
  readonly proven_at: Date | null;
  readonly sent_at: Date | null;
}): boolean {
  return at !== null && (sentAt === null || sentAt <= at);
}

/** How a form is proven: by a code that goes to its channel, or without one by a device that proved the number before. */
interface ByCode {
  readonly channel: string;
  readonly sends: number;
}

/** Returns the email of a form that a code there proves; null where the number is proven. */
export function provenEmail(row: ByCode & { readonly email: string | null }): string | null {
  return isByMail(row) ? row.email : null;
}

/** Returns whether the proof was of the number, as one by email is not. */
export function provesNumber(row: ByCode & { readonly proven_at: Date | null }, now: Date): boolean {
  return !isByMail(row) && isProven(row, now);
}

function isByMail({ channel, sends }: ByCode): boolean {
  return channel === 'mail' && sends > 0;
}
