import type { SmsTold } from '@samay/contract/reach/sms/change-texts';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { z } from 'zod';
import { BookingEvent } from '../../../outbox/index.ts';

/**
 * The change that a mail reports; for a move also the earlier place. `isUnsure`: it replaces an earlier one that may
 * have arrived or not, so that it leaves whatever the person was told before.
 */
const MailedChange = z.strictObject({
  change: z.enum(['created', 'cancelled', 'moved']),
  from: BookingEvent.shape.from,
  isUnsure: z.literal(true).optional(),
});
export type MailedChange = z.infer<typeof MailedChange>;

/** The kind of the notice that tells a change of a booking. */
export const toldKinds = {
  created: 'booked',
  moved: 'moved',
  cancelled: 'cancelled',
} as const satisfies Record<MailedChange['change'], SmsTold>;

/** The payload of a `booking.mail` effect. */
export const BookingMailPayload = MailedChange.extend({ tenantId: z.uuid(), appointmentId: z.uuid() });

/** A mail that has not been delivered. */
export interface PendingMail extends MailedChange {
  /** Whether it may have arrived: a mail server can accept a mail and fail to confirm it. */
  readonly wasTried: boolean;
}

/**
 * Merges pending mails and a new change into one; returns undefined if the person was never told of
 * the booking. The mail reads the booking when it is sent, so a move leaves the first mail
 * unchanged.
 */
export function mergePendingMails(
  pending: readonly PendingMail[],
  change: MailedChange,
): MailedChange | undefined {
  let merged: PendingMail | undefined;
  for (const next of [...pending, { ...change, wasTried: false }])
    merged = merged ? mergeTwo(merged, next) : next;
  if (!merged) return undefined;
  const { change: last, from, isUnsure } = merged;
  return { change: last, ...(from && { from }), ...(isUnsure && { isUnsure }) };
}

function mergeTwo(earlier: PendingMail, later: PendingMail): PendingMail | undefined {
  if (earlier.wasTried) return { ...later, isUnsure: true };
  const { from, isUnsure } = earlier;
  if (earlier.change === 'cancelled') {
    // A cancel that was undone before anyone was told of it: only a move before it is news.
    if (later.change !== 'created' || isUnsure) return { ...later, isUnsure };
    return from && { change: 'moved', from, wasTried: later.wasTried };
  }
  if (later.change === 'cancelled')
    return earlier.change === 'created' && !isUnsure ? undefined : { ...later, from, isUnsure };
  // Keeps the place that the person was last told, of which a move by the time alone does not name the doctor or court.
  const resource = from && later.from?.resourceId !== undefined && from.resourceId === undefined;
  return {
    ...earlier,
    ...(resource && { from: { ...from, resourceId: later.from?.resourceId } }),
    wasTried: later.wasTried,
  };
}

/** Returns whether a booking stands where it was before a move: it has been moved back. */
export function isMovedBack(
  { startsAt, resourceId }: { readonly startsAt: Date; readonly resourceId: string | null },
  from: NonNullable<MailedChange['from']>,
): boolean {
  return isSameStart(startsAt, from) && (from.resourceId === undefined || from.resourceId === resourceId);
}

/** Returns whether an instant is at a date and time in India. */
export function isSameStart(startsAt: Date, { date, time }: { date: string; time: string }): boolean {
  return indiaDate(startsAt) === date && indiaTime(startsAt) === time;
}
