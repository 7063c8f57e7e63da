import { z } from 'zod';
import type { BusinessType } from './roles.ts';
import { wording } from './wording.ts';

type Sentence = string | Record<BusinessType, string>;
interface ErrorKind {
  readonly status: number;
  readonly sentence: Sentence;
}

/** Every way the server says no: its status and the sentence a person reads. A code without a sentence does not compile. */
export const errorKinds = {
  'request.invalid': { status: 400, sentence: 'Please check the highlighted fields.' },
  'request.too_large': { status: 413, sentence: 'That is more than the server takes at once.' },
  'request.too_many': { status: 429, sentence: 'Too many tries. Please wait a moment and try again.' },
  'request.too_slow': { status: 408, sentence: 'Sending took too long. Please check your connection and try again.' },
  'request.unsupported': { status: 415, sentence: 'The server does not understand what was sent.' },
  'session.required': { status: 401, sentence: 'Please sign in to continue.' },
  'session.ended': { status: 401, sentence: 'Your session has ended. Please sign in again.' },
  'session.invalid_credentials': { status: 401, sentence: 'Invalid email or password. Please try again.' },
  'token.invalid_algorithm': { status: 401, sentence: 'Invalid alg claim' },
  'token.invalid_signature': { status: 401, sentence: 'Invalid JWT signature' },
  'token.missing_expiry': { status: 401, sentence: 'Missing exp claim' },
  'token.expired': { status: 401, sentence: 'JWT has expired' },
  'access.denied': { status: 403, sentence: 'You do not have permission to do this.' },
  'tenant.missing': { status: 403, sentence: 'Tenant information is missing' },
  'tenant.suspended': {
    status: 403,
    sentence: 'This business is suspended: everything can be read, nothing can be changed. Please contact support.',
  },
  not_found: { status: 404, sentence: 'This does not exist, or is not yours to see.' },
  'appointment.not_cancellable': {
    status: 409,
    sentence: byType((word) => `Only scheduled and no-show ${word.bookings} can be cancelled.`),
  },
  'appointment.not_completable': { status: 409, sentence: byType((word) => `Only scheduled ${word.bookings} can be completed.`) },
  'appointment.not_missable': {
    status: 409,
    sentence: byType((word) => `Only scheduled ${word.bookings} can be marked as no-show.`),
  },
  'appointment.not_reopenable': { status: 409, sentence: byType((word) => `Only no-show ${word.bookings} can be scheduled again.`) },
  'appointment.not_reschedulable': {
    status: 409,
    sentence: byType((word) => `Only scheduled ${word.bookings} can be moved to another time.`),
  },
  'appointment.cannot_arrive': {
    status: 409,
    sentence: byType((word) => `Only people of scheduled ${word.bookings} can be marked as arrived.`),
  },
  'plan.limit_reached': { status: 409, sentence: byType((word) => word.limitReached) },
  'prescription.wrong_type': { status: 415, sentence: 'Only .jpg, .jpeg, .png, and .pdf files are allowed' },
  'prescription.too_large': { status: 413, sentence: 'File size must be less than 10MB' },
  'prescription.unsafe': { status: 415, sentence: 'This file holds active content or is damaged. Please upload a plain picture or PDF.' },
  'prescription.quota': {
    status: 409,
    sentence: 'There is no room for more files: this business keeps 2 GB already. Please contact support.',
  },
  'prescription.not_accepted': { status: 409, sentence: byType((word) => `A cancelled ${word.booking} takes no prescription.`) },
  'file.link_expired': { status: 403, sentence: 'This link has expired. Please open the file again.' },
  'idempotency.mismatch': { status: 422, sentence: 'This form was already sent with other details. Please close it and start again.' },
  'server.unavailable': { status: 503, sentence: 'Samay cannot answer right now. Please try again in a moment.' },
  'server.fault': { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
} satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** The sentence of a code in the words of a business type; a doctor's where none is known. */
export function sentenceOf(code: ErrorCode, businessType: BusinessType = 'doctor'): string {
  const { sentence }: ErrorKind = errorKinds[code];
  return typeof sentence === 'string' ? sentence : sentence[businessType];
}

export function isErrorCode(code: string): code is ErrorCode {
  return code in errorKinds;
}

/** What every refused request answers with. `fields` maps a field's path to what is wrong with it. */
export const ErrorReply = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

function byType(say: (word: (typeof wording)[BusinessType]) => string): Record<BusinessType, string> {
  return { doctor: say(wording.doctor), turf: say(wording.turf) };
}
