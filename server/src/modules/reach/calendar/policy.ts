import type { ErrorCode } from '@samay/contract/core/errors';
import { CalendarFailure } from '../../../adapters/calendar/port.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';

/** Returns the error that a person gets for a calendar failure, and logs its cause. */
export function toAppError(error: unknown, { log }: PublicContext, code: ErrorCode): unknown {
  if (!(error instanceof CalendarFailure)) return error;
  log.warn({ kind: error.kind, reason: error.message }, 'no calendar');
  return new AppError(code);
}

/** Returns whether a text is a calendar id: only ids go into the address that a page embeds. */
export function isCalendarId(id: string): boolean {
  return /^[\w.%+#-]{1,128}@[a-z\d.-]{1,127}$/i.test(id);
}

/** The bookings that one call adds to the calendar, and that one statement enqueues. */
export const mostPerCall = 500;

/**
 * Milliseconds: Google accepts 600 requests a minute from one person (I-14), and each may need two.
 */
export const googleRequestIntervalMs = 250;
