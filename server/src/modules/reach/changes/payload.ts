import { NoticeChannel } from '@samay/contract/reach/notices';
import { Instant } from '@samay/contract/core/time';
import { z } from 'zod';
import { BookingMailPayload } from '../booking-mails/pending-mails.ts';

/**
 * The payload of a `booking.notice` effect: that of the mail that may take its place; `after`: the channel whose
 * message failed late, instead of which another one has its turn.
 */
export const BookingNoticePayload = BookingMailPayload.extend({ after: NoticeChannel.optional() });

/** The payload of a `late.notice` effect: the booking, and the instant until which its doctor is late. */
export const LatePayload = z.strictObject({ tenantId: z.uuid(), appointmentId: z.uuid(), until: Instant });
