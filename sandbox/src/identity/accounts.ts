import { createHash } from 'node:crypto';

/**
 * The values of the claim `email_verified`. `text` is the string "true" instead of the boolean,
 * which an application must not accept.
 */
export const verifications = {
  yes: 'verified',
  no: 'not verified',
  silent: 'says nothing about it',
  text: 'the word "true" for it',
} as const;
export type Verification = keyof typeof verifications;

export interface Account {
  /** The claim `sub`: stays the same when the address changes. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly verification: Verification;
}

/** The accounts of the simulated Google. */
export const people: readonly Account[] = [
  person('owner@citycare.example', 'Anita Deshmukh'),
  person('desk@citycare.example', 'Sunil Pawar'),
  person('owner@greenturf.example', 'Rahul Shetty'),
  person('desk@greenturf.example', 'Kiran Naik'),
  person('invited@people.example', 'Leela Fernandes'),
  person('stranger@people.example', 'Omar Sheikh'),
  person('unverified@people.example', 'Nobody Known', 'no'),
];

/** Creates an account. Without a subject it gets the one that belongs to its address. */
export function person(
  email: string,
  name: string,
  verification: Verification = 'yes',
  subject?: string,
): Account {
  return {
    subject: subject || subjectOf(email),
    email,
    name: name || (email.split('@')[0] ?? email),
    verification,
  };
}

/**
 * Derives a subject of 21 digits, like Google's, from the address: it is equal after a restart, so
 * a demo recognises its users.
 */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

/** Returns the claims of an ID token for the scopes `email` and `profile`. */
export function getClaims({
  subject,
  email,
  name,
  verification,
}: Account): { sub: string } & Record<string, unknown> {
  const verified = { yes: true, no: false, text: 'true', silent: undefined }[verification];
  return { sub: subject, email, ...(verified !== undefined && { email_verified: verified }), name };
}
