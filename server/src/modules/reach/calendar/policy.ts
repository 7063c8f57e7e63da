import type { ErrorCode } from '@samay/contract/core/errors';
import { CalendarFailure } from '../../../adapters/calendar/port.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';

/** What to tell a person about a calendar service's failure; what went wrong is for the log. */
export function refusalOf(error: unknown, { log }: PublicContext, code: ErrorCode): unknown {
  if (!(error instanceof CalendarFailure)) return error;
  log.warn({ kind: error.kind, reason: error.message }, 'no calendar');
  return new AppError(code);
}

/** Only what looks like a calendar's id gets into an address that a page embeds (reliability.md 5.5). */
export function isCalendarId(id: string): boolean {
  return /^[\w.%+#-]{1,128}@[a-z\d.-]{1,127}$/i.test(id);
}

/** Bookings put into the calendar by one press of the button. */
export const mostAtOnce = 500;

/** Between two of them: Google takes 600 requests a minute of one person (reliability.md I14), and each may need two. */
export const spacingMs = 250;
