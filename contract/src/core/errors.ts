import { z } from 'zod';
import { AffectedBooking, Alternatives } from './alternatives.ts';
import { connectErrors, connectFailed } from './calendar-callback.ts';
import { callbackFailures } from './oauth-callback.ts';
import { importErrorKinds } from './import-errors.ts';
import { moneyErrorKinds } from './money-errors.ts';
import type { BusinessType } from './roles.ts';
import { byType, suspendedSentence, undoMinutes } from './wording.ts';

type Sentence = string | Record<BusinessType, string>;
interface ErrorKind {
  readonly status: number;
  readonly sentence: Sentence;
}

/**
 * The error codes of the server, with their HTTP statuses and sentences. A code without a sentence
 * does not compile.
 */
export const errorKinds = {
  'request.invalid': { status: 400, sentence: 'Please check the highlighted fields.' },
  'request.too_large': { status: 413, sentence: 'This is more than the server accepts at one time.' },
  'request.malformed': { status: 400, sentence: 'The server does not understand what was sent.' },
  'request.headers_too_large': {
    status: 431,
    sentence: 'The browser sent too much. Please delete the cookies of this site and try again.',
  },
  'request.too_many': { status: 429, sentence: 'Too many attempts. Please wait a moment and try again.' },
  'request.too_slow': {
    status: 408,
    sentence: 'Sending took too long. Please check your connection and try again.',
  },
  'request.unsupported': { status: 415, sentence: 'The server does not understand what was sent.' },
  'session.required': { status: 401, sentence: 'Please sign in to continue.' },
  'session.ended': { status: 401, sentence: 'Your session has ended. Please sign in again.' },
  'session.invalid_credentials': { status: 401, sentence: 'Invalid email or password. Please try again.' },
  'session.insufficient_assurance': {
    status: 403,
    sentence: 'Please confirm with a code from your authenticator app.',
  },
  'session.factor_required': {
    status: 403,
    sentence: 'Please set up two-step verification first: this account needs it.',
  },
  'factor.invalid_code': {
    status: 422,
    sentence: 'This code is wrong or was already used. Please wait for the next code and try again.',
  },
  'factor.exists': { status: 409, sentence: 'Two-step verification is already on.' },
  'factor.missing': { status: 409, sentence: 'Two-step verification is not on. Please start again.' },
  'google.no_url': { status: 502, sentence: 'Failed to initiate Google login. Please try again.' },
  'google.not_available': { status: 503, sentence: callbackFailures.not_available },
  'google.unreachable': { status: 502, sentence: callbackFailures.unreachable },
  'google.unverifiable': { status: 502, sentence: callbackFailures.unverifiable },
  'google.invalid_callback': { status: 400, sentence: callbackFailures.invalid_callback },
  'google.oauth_failed': { status: 401, sentence: callbackFailures.oauth_failed },
  'google.unverified_email': { status: 403, sentence: callbackFailures.unverified_email },
  'google.other_account': { status: 403, sentence: callbackFailures.other_account },
  'google.no_account': { status: 403, sentence: callbackFailures.no_account },
  'calendar.not_available': { status: 503, sentence: 'Failed to initiate Google OAuth' },
  'calendar.token_exchange_failed': { status: 502, sentence: connectErrors.token_exchange_failed },
  'calendar.integration_failed': { status: 502, sentence: connectFailed },
  'whatsapp.not_available': { status: 503, sentence: 'WhatsApp is not set up on this server yet.' },
  'whatsapp.refused': { status: 422, sentence: 'WhatsApp does not know the number. Nothing was saved.' },
  'online.keys_refused': { status: 422, sentence: 'Razorpay did not take the keys. Nothing was saved.' },
  'sms.refused': { status: 422, sentence: 'MSG91 did not take the test message. Nothing was saved.' },
  'calendar.not_connected': {
    status: 409,
    sentence: 'No Google Calendar integration found. Please connect your Google Calendar in Settings.',
  },
  'webhook.address_refused': {
    status: 422,
    sentence: 'Please enter an https address that can be reached from the internet.',
  },
  'link.unknown': { status: 403, sentence: 'Failed to establish an authenticated session.' },
  'link.spent': { status: 403, sentence: 'No active session. Please request a new link.' },
  'link.elsewhere': {
    status: 403,
    sentence: 'You belong to another business on Samay already, and a person belongs to one at a time.',
  },
  'mail.unavailable': { status: 503, sentence: 'Email is not set up on this server.' },
  'token.invalid_algorithm': { status: 401, sentence: 'Invalid alg claim' },
  'token.invalid_signature': { status: 401, sentence: 'Invalid JWT signature' },
  'token.missing_expiry': { status: 401, sentence: 'Missing exp claim' },
  'token.expired': { status: 401, sentence: 'JWT has expired' },
  'access.denied': { status: 403, sentence: 'You do not have permission to do this.' },
  'tenant.missing': { status: 403, sentence: 'Tenant information is missing' },
  'tenant.suspended': { status: 403, sentence: suspendedSentence },
  'tenant.email_taken': { status: 409, sentence: 'A business with this email already exists.' },
  'tenant.owner_elsewhere': {
    status: 409,
    sentence: 'This person belongs to another business already. Nobody can belong to two.',
  },
  'tenant.owner_is_admin': {
    status: 409,
    sentence: 'This person runs the platform, and cannot own a business.',
  },
  'tenant.name_mismatch': {
    status: 409,
    sentence: 'The name does not match. Please type it exactly as it is shown.',
  },
  'tenant.deleted': { status: 409, sentence: 'This business is deleted. Restore it first.' },
  'account.last_owner': {
    status: 409,
    sentence: {
      // A clinic's owner cannot make another one (`rolesToGive`).
      doctor:
        'This person is the only owner of a business that has other staff. ' +
        'Please remove the other staff first.',
      turf:
        'This person is the only owner of a business that has other staff. ' +
        'Please give it another owner first, or remove the other staff.',
    },
  },
  'account.deleted': {
    status: 409,
    sentence:
      'The account with this email is deleted. Our support can restore it for 30 days; ' +
      'after that the email can be used for a new account.',
  },
  'account.is_admin': { status: 409, sentence: 'Super admins cannot be deleted here.' },
  'account.is_own': { status: 409, sentence: 'This is your own account: use Settings.' },
  'account.only_google': {
    status: 409,
    sentence: 'Please set a password first: without Google you could not sign in.',
  },
  'account.password_needed': { status: 403, sentence: 'Please enter your password.' },
  'account.wrong_password': { status: 403, sentence: 'This password is wrong. Please try again.' },
  'account.not_confirmed': {
    status: 403,
    sentence: 'Your account was not deleted: please check what you typed.',
  },
  'platform.reason_needed': {
    status: 428,
    sentence: 'Please give a reason first. The owners of this business see it.',
  },
  'onboarding.completed': { status: 409, sentence: 'This business has been set up already.' },
  not_found: { status: 404, sentence: 'This does not exist, or you may not see it.' },
  'appointment.not_cancellable': {
    status: 409,
    sentence: byType((word) => `Only scheduled and no-show ${word.bookings} can be cancelled.`),
  },
  'appointment.not_completable': {
    status: 409,
    sentence: byType((word) => `Only scheduled ${word.bookings} can be completed, from their own day on.`),
  },
  'appointment.cancel_stands': {
    status: 409,
    sentence: byType(
      (word) =>
        `Only cancelled ${word.bookings} come back, within ${undoMinutes} minutes, by who cancelled them or an owner.`,
    ),
  },
  'closing.busy': { status: 409, sentence: 'It is being carried out. Please try again in a moment.' },
  'closing.cancel_stands': {
    status: 409,
    sentence: byType((word) => `Cancelled ${word.bookings} come back within ${undoMinutes} minutes only.`),
  },
  'closing.stands': {
    status: 409,
    sentence: `Only its author or an owner undoes it, for ${undoMinutes} minutes.`,
  },
  'appointment.completion_stands': {
    status: 409,
    sentence: byType(
      (word) =>
        `Only completed ${word.bookings} can be undone, within ${undoMinutes} minutes and ` +
        'by the person who completed them.',
    ),
  },
  'appointment.not_missable': {
    status: 409,
    sentence: byType(
      (word) => `Only scheduled ${word.bookings} can be marked as no-show, from their own day on.`,
    ),
  },
  'appointment.not_reopenable': {
    status: 409,
    sentence: byType((word) => `Only no-show ${word.bookings} can be scheduled again.`),
  },
  'appointment.not_reschedulable': {
    status: 409,
    sentence: byType((word) => `Only scheduled and completed ${word.bookings} can be moved to another time.`),
  },
  'appointment.cannot_arrive': {
    status: 409,
    sentence: byType((word) => `Only people of scheduled ${word.bookings} can be marked as arrived.`),
  },
  'appointment.cannot_delay': {
    status: 409,
    sentence: byType(
      (word) => `Only people of scheduled ${word.bookings} who are still expected can be noted as late.`,
    ),
  },
  'booking.changed': {
    status: 409,
    sentence: byType(
      (word) => `Somebody else has moved this ${word.booking} meanwhile. Please look at it again.`,
    ),
  },
  'payment.cancelled': {
    status: 409,
    sentence: byType((word) => `This ${word.booking} is cancelled: no money is taken for it.`),
  },
  'payment.too_many': {
    status: 409,
    sentence: byType(
      (word) => `This ${word.booking} has too many payments. Please note the money on another one.`,
    ),
  },
  'whatsapp.no_number': {
    status: 409,
    sentence: 'WhatsApp needs a mobile number. Please add one in the details first.',
  },
  'whatsapp.not_now': {
    status: 409,
    sentence: byType((word) => `This message does not fit the ${word.booking} any more. Please look again.`),
  },
  'whatsapp.stands': {
    status: 409,
    sentence: `Only the person who opened this message or an owner can undo it, within ${undoMinutes} minutes.`,
  },
  'note.changed': {
    status: 409,
    sentence: 'Somebody else has changed this note meanwhile.',
  },
  'person.changed': {
    status: 409,
    sentence: byType((word) => `Somebody else has changed this ${word.person} meanwhile. Please look again.`),
  },
  'person.exists': {
    status: 409,
    sentence: byType(
      (word) =>
        `There is another ${word.person} with this name and number or email. Please merge the two instead.`,
    ),
  },
  'person.merged': {
    status: 409,
    sentence: byType((word) => `This ${word.person} was merged into another one already.`),
  },
  'person.has_merges': {
    status: 409,
    sentence: byType(
      (word) =>
        `Others were merged into this ${word.person}. Merge the other way round, or undo those merges first.`,
    ),
  },
  'person.merge_stands': { status: 409, sentence: 'A merge can be undone within 30 days.' },
  'person.too_many_bookings': {
    status: 409,
    sentence: byType(
      (word) =>
        `This ${word.person} has too many ${word.bookings} to correct in one step. ` +
        `Please correct the ${word.bookings} themselves.`,
    ),
  },
  'lateness.over': { status: 409, sentence: 'That time is over. Please choose a later one.' },
  'appointment.cannot_call': {
    status: 409,
    sentence: byType(
      (word) => `Only people of ${word.bookings} who wait with a number can be called or skipped.`,
    ),
  },
  'appointment.cannot_come': {
    status: 409,
    sentence: byType((word) => `Only people of scheduled ${word.bookings} can be noted as coming.`),
  },
  'appointment.cannot_start': {
    status: 409,
    sentence: byType((word) => `Only scheduled ${word.bookings} can be started, from their own day on.`),
  },
  'request.too_many_open': { status: 409, sentence: 'This number has asked for several times already.' },
  'refund.settled': { status: 409, sentence: 'This refund is on its way or done already.' },
  'refund.online': {
    status: 409,
    sentence: 'A part of this money was paid online and goes back online. Please look at it again.',
  },
  'refund.credit_note': {
    status: 409,
    sentence: 'This money goes back the way it was paid. Please make the credit note once it has gone back.',
  },
  'request.utr_used': { status: 409, sentence: 'This UTR was sent with another request already.' },
  'request.changed': {
    status: 409,
    sentence: 'The UTR of this request has changed. Please look the payment up again.',
  },
  'request.settled': { status: 409, sentence: 'This request has been answered already.' },
  'request.closed': { status: 409, sentence: 'This time is closed now, or outside the opening hours.' },
  'slug.taken': { status: 409, sentence: 'Another business has this address.' },
  'slug.missing': { status: 400, sentence: 'Please choose an address for the page.' },
  'slot.taken': { status: 409, sentence: 'This time is taken.' },
  'slot.reason_denied': {
    status: 403,
    sentence: byType((word) => `You may not book over another ${word.booking}.`),
  },
  'resource.archived': {
    status: 409,
    sentence: byType((word) => `This ${word.resource} is archived, and takes no new ${word.bookings}.`),
  },
  'resource.collides': {
    status: 409,
    sentence: byType((word) => `Future ${word.bookings} would overlap. Please move these first.`),
  },
  'resource.has_bookings': {
    status: 409,
    sentence: byType((word) => `There are future ${word.bookings}. Keep them, or move them first.`),
  },
  'resource.last': {
    status: 409,
    sentence: byType((word) => `A business needs at least one ${word.resource}.`),
  },
  'service.archived': { status: 409, sentence: 'This service is archived.' },
  'service.not_given': {
    status: 409,
    sentence: byType((word) => `This ${word.resource} does not give this service.`),
  },
  'service.given_by_none': {
    status: 409,
    sentence: byType((word) => `No ${word.resource} gives this service.`),
  },
  'service.last': { status: 409, sentence: 'A business needs at least one service.' },
  'plan.limit_reached': { status: 409, sentence: byType((word) => word.limitReached) },
  'payment.email_missing': {
    status: 400,
    sentence: 'Email information not found. Please try again or contact support.',
  },
  'payment.unconfirmed': {
    status: 409,
    sentence:
      'The payment is not confirmed yet. Nothing is lost: ' +
      'if you paid, the plan starts as soon as the payment provider confirms it.',
  },
  'payment.provider_away': {
    status: 503,
    sentence:
      'The payment provider cannot be reached right now. You have not been charged. ' +
      'Please try again in a few minutes.',
  },
  'payment.plan_is_lower': {
    status: 409,
    sentence: 'Your current plan is larger. You can choose a smaller plan when the paid month has ended.',
  },
  'prescription.wrong_type': { status: 415, sentence: 'Only .jpg, .jpeg, .png, and .pdf files are allowed' },
  'prescription.too_large': { status: 413, sentence: 'File size must be less than 10MB' },
  'prescription.unsafe': {
    status: 415,
    sentence:
      'This file contains active content, such as a script, another file or an address ' +
      'that opens by itself. Please upload a plain picture or PDF.',
  },
  'prescription.damaged': {
    status: 415,
    sentence: 'This file is empty, damaged or incomplete. Please scan or save it again.',
  },
  'prescription.locked': {
    status: 415,
    sentence: 'This PDF opens only with a password. Please save it without one.',
  },
  'prescription.too_many_pixels': {
    status: 415,
    sentence: 'This picture has more than 40 megapixels. Please upload a smaller one.',
  },
  'prescription.not_inspected': { status: 422, sentence: 'Failed to upload prescription file' },
  'prescription.quota': {
    status: 409,
    sentence: 'There is no room for more files: this business keeps 2 GB already. Please contact support.',
  },
  'prescription.not_accepted': {
    status: 409,
    sentence: byType((word) => `A prescription cannot be added to a cancelled ${word.booking}.`),
  },
  'staff.already_active': { status: 409, sentence: 'User is already active in your organization' },
  'staff.already_invited': { status: 409, sentence: 'User already has a pending invitation' },
  'staff.pending': { status: 409, sentence: 'Cannot change role for pending users' },
  'staff.role_not_given': { status: 403, sentence: 'This role cannot be given in your business.' },
  'staff.own_row': { status: 409, sentence: 'You cannot change or remove yourself.' },
  'staff.last_owner': { status: 409, sentence: 'A business needs at least one owner.' },
  'staff.too_many_invitations': {
    status: 429,
    sentence: 'You have reached the limit of invitations for today. Please try again tomorrow.',
  },
  'file.link_expired': { status: 403, sentence: 'This link has expired. Please open the file again.' },
  'archive.waiting': {
    status: 409,
    sentence: 'An export is being made already. Please wait until it is ready.',
  },
  'archive.too_many': {
    status: 429,
    sentence: 'Three exports were made within a day. Please download the last one, or try again tomorrow.',
  },
  'archive.not_yours': {
    status: 403,
    sentence: 'Only the owner who asked for this export can download it. Please ask for one of your own.',
  },
  'archive.gone': { status: 409, sentence: 'This export is gone. Please ask for a new one.' },
  'file.unavailable': {
    status: 503,
    sentence:
      'Files cannot be opened or saved right now. What was saved before is kept. ' +
      'Please try again in a few minutes.',
  },
  'idempotency.mismatch': {
    status: 422,
    sentence: byType(
      (word) =>
        `This form was sent before with other details, and that ${word.booking} was made. ` +
        'Please look for it in the list.',
    ),
  },
  'server.storage_full': {
    status: 503,
    sentence:
      'Nothing new can be saved: the server’s storage is full. ' +
      'What was saved before can still be seen. Please tell the person who runs it.',
  },
  'server.unavailable': {
    status: 503,
    sentence: 'Samay cannot answer right now. Please try again in a moment.',
  },
  'server.fault': { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
  'payment.not_verified': { status: 409, sentence: 'Payment verification failed' },
  'payment.not_available': { status: 409, sentence: 'Payments are not set up here. Please contact support.' },
  ...moneyErrorKinds,
  ...importErrorKinds,
} satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** Returns the sentence of a code in the words of a business type; a clinic's if none is known. */
export function sentenceFor(code: ErrorCode, businessType: BusinessType = 'doctor'): string {
  const { sentence }: ErrorKind = errorKinds[code];
  return typeof sentence === 'string' ? sentence : sentence[businessType];
}

export function isErrorCode(code: string): code is ErrorCode {
  return code in errorKinds;
}

/** The body of every error reply. `fields` maps a field's path to its error. */
export const ErrorReply = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** The free starts instead of a taken time, for `slot.taken`. */
    alternatives: Alternatives.optional(),
    /** The bookings that prevent a change. */
    bookings: z.array(AffectedBooking).optional(),
    /** The person who exists, for `person.exists`: the caller may merge them. */
    person: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  }),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
