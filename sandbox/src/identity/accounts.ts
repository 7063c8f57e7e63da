import { createHash } from 'node:crypto';

/** What the provider says of an address in the claim `email_verified`; `text` is the word instead of the value, which counts for nothing. */
export const verifications = {
  yes: 'verified',
  no: 'not verified',
  silent: 'says nothing about it',
  text: 'the word "true" for it',
} as const;
export type Verification = keyof typeof verifications;

export interface Account {
  /** The claim `sub`: never changes, whatever becomes of the address. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly verification: Verification;
}

/** Who has an account at the pretend Google. */
export const people: readonly Account[] = [
  person('owner@citycare.example', 'Anita Deshmukh'),
  person('desk@citycare.example', 'Sunil Pawar'),
  person('owner@greenturf.example', 'Rahul Shetty'),
  person('desk@greenturf.example', 'Kiran Naik'),
  person('invited@people.example', 'Leela Fernandes'),
  person('stranger@people.example', 'Omar Sheikh'),
  person('unverified@people.example', 'Nobody Known', 'no'),
];

/** An account of one's own making. Without a subject it is the one that this address always has. */
export function person(email: string, name: string, verification: Verification = 'yes', subject?: string): Account {
  return { subject: subject || subjectOf(email), email, name: name || (email.split('@')[0] ?? email), verification };
}

/** 21 digits, as Google's are; the same at every start, so that a demo that was stopped knows its people again. */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

/** The claims of an ID token, as the scopes `email` and `profile` ask for them. */
export function claimsOf({ subject, email, name, verification }: Account): { sub: string } & Record<string, unknown> {
  const verified = { yes: true, no: false, text: 'true', silent: undefined }[verification];
  return { sub: subject, email, ...(verified !== undefined && { email_verified: verified }), name };
}
