import * as oidc from 'openid-client';
import { CalendarFailure } from './port.ts';

/**
 * Maps an error of the OAuth or the Calendar library, without its text, which may quote the
 * request.
 */
export function getCalendarFailure(error: unknown): CalendarFailure {
  if (error instanceof CalendarFailure) return error;
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === 'invalid_grant')
      return new CalendarFailure('revoked', 'Google no longer accepts the token (invalid_grant)');
    return new CalendarFailure('failed', `Google gave no token (${error.error})`);
  }
  const status = getStatus(error);
  if (status === undefined) return new CalendarFailure('failed', 'Google did not answer');
  if (status === 401) return new CalendarFailure('revoked', 'Google no longer accepts the token (401)');
  return new CalendarFailure('failed', `Google Calendar answered ${status}`);
}

/**
 * Returns the status of an answer that the Calendar library threw, or that openid-client keeps as a
 * cause; undefined without an answer.
 */
export function getStatus(error: unknown): number | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('status' in each && typeof each.status === 'number') return each.status;
    if (each.cause instanceof Response) return each.cause.status;
  }
  return undefined;
}
