import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorKinds, ErrorReply, isErrorCode, sentenceFor } from './errors.ts';
import { BusinessType } from './roles.ts';

const codes = Object.keys(errorKinds) as ErrorCode[];

describe.each(codes)('%s', (code) => {
  it('has a status of the 4xx or 5xx and a sentence for each business type [P-16.20]', () => {
    expect(errorKinds[code].status).toBeGreaterThanOrEqual(400);
    expect(errorKinds[code].status).toBeLessThan(600);
    for (const type of BusinessType.options) expect(sentenceFor(code, type)).toMatch(/^[A-Z].{8,}/);
    expect(sentenceFor(code)).toBe(sentenceFor(code, 'doctor'));
    expect(isErrorCode(code)).toBe(true);
  });
});

/** The sentences whose wording is agreed. */
const agreed: [ErrorCode, string][] = [
  ['session.invalid_credentials', 'Invalid email or password. Please try again.'],
  ['token.invalid_algorithm', 'Invalid alg claim'],
  ['token.invalid_signature', 'Invalid JWT signature'],
  ['token.missing_expiry', 'Missing exp claim'],
  ['token.expired', 'JWT has expired'],
  ['tenant.missing', 'Tenant information is missing'],
  ['prescription.wrong_type', 'Only .jpg, .jpeg, .png, and .pdf files are allowed'],
  ['prescription.too_large', 'File size must be less than 10MB'],
];

it.each(codes)('%s is in the words of each business type [P-16.20]', (code) => {
  // Only a clinic has prescriptions.
  if (!code.startsWith('prescription.'))
    expect(sentenceFor(code, 'turf')).not.toMatch(/appointment|patient|doctor|clinic|hospital|prescription/i);
  expect(sentenceFor(code, 'doctor')).not.toMatch(/\bbookings?\b|customer|court|turf|slot/i);
});

it.each(agreed)('%s says the agreed words [P-5.19]', (code, words) => {
  for (const type of BusinessType.options) expect(sentenceFor(code, type)).toBe(words);
});

it('says at the limit what each business type reads [P-4.4]', () => {
  expect(sentenceFor('plan.limit_reached', 'doctor')).toBe(
    "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.",
  );
  expect(sentenceFor('plan.limit_reached', 'turf')).toBe(
    "Limit reached: You've reached your monthly booking limit. Please upgrade your plan to book more bookings.",
  );
});

it('speaks of appointments to a clinic and of bookings to a ground [P-1.1]', () => {
  for (const code of codes.filter((code) => code.startsWith('appointment.'))) {
    expect(sentenceFor(code, 'doctor')).toContain('appointments');
    expect(sentenceFor(code, 'turf')).toContain('bookings');
    expect(sentenceFor(code, 'turf')).not.toMatch(/appointment/);
  }
});

it('refuses with the status that its kind of error has', () => {
  const statusOf = (beginning: string) =>
    new Set(codes.filter((code) => code.startsWith(beginning)).map((code) => errorKinds[code].status));
  expect([...statusOf('token.')]).toEqual([401]);
  const signedInButNotSureEnough = ['session.insufficient_assurance', 'session.factor_required'];
  const ofSessions = codes.filter((code) => code.startsWith('session.'));
  expect(ofSessions.filter((code) => errorKinds[code].status !== 401)).toEqual(signedInButNotSureEnough);
  expect(signedInButNotSureEnough.every((code) => isErrorCode(code) && errorKinds[code].status === 403)).toBe(
    true,
  );
  expect([...statusOf('appointment.')]).toEqual([409]);
  expect(errorKinds['not_found'].status).toBe(404);
  expect(errorKinds['idempotency.mismatch'].status).toBe(422);
  expect(errorKinds['server.unavailable'].status).toBe(503);
});

it('takes nothing for a code that is none', () => {
  for (const text of ['', 'appointment', 'not_found ', 'NOT_FOUND', 'nope.nope'])
    expect(isErrorCode(text)).toBe(false);
});

it('has an error and no other field', () => {
  const reply = { error: { code: 'not_found', message: 'x', requestId: 'y' } };
  expect(ErrorReply.safeParse(reply).success).toBe(true);
  expect(ErrorReply.safeParse({ error: { ...reply.error, detail: 'row 1' } }).success).toBe(false);
});
