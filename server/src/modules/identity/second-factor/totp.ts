import { generateSecret, generateURI, verifySync } from 'otplib';

/** One step before and one after count as well: clocks differ, and people type slowly (RFC 6238, section 5.2). */
const toleranceSeconds = 30;

/** A fresh shared secret, 160 bits in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** The address that an authenticator app reads from a QR code. */
export function uriOf(secret: string, email: string): string {
  return generateURI({ issuer: 'Samay', label: email, secret });
}

/** The 30-second step that a code of six digits belongs to; undefined for a code that is not right now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
