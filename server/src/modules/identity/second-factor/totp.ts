import { generateSecret, generateURI, verifySync } from 'otplib';

/** Accepts one step before and one after: clocks differ, and people type slowly (RFC 6238, section 5.2). */
const toleranceSeconds = 30;

/** Generates a shared secret of 160 bits in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** The otpauth URI in the QR code. */
export function uriOf(secret: string, email: string): string {
  return generateURI({ issuer: 'Samay', label: email, secret });
}

/** The 30-second step of a code; undefined for a wrong or expired code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
