import { connectFailed } from '@samay/contract/core/calendar-callback';
import { completeCalendarConnection } from '@samay/contract/reach/calendar';
import { callbackFailures } from '@samay/contract/core/oauth-callback';
import { ApiError, call } from '../../../lib/api/api.ts';
import type { CallbackQuery } from './callback-query.ts';
import { calendarConnected, delays, continueLabels, type Outcome, unexpected } from './wording.ts';

/**
 * Completes the calendar connection with the parameters of the consent page and returns the next
 * page. `settings` is the page that shows the result. Parameters of another person's session lead
 * to the sign-in page.
 */
export async function calendarOutcome(
  returned: Extract<CallbackQuery, { kind: 'calendar' }>,
  settings: string,
): Promise<Outcome> {
  const { code, state, error } = returned;
  const failed = (text: string, word: string): Outcome => notConnected(text, `${settings}?error=${word}`);
  // A denied consent has its own message; other errors of Google have none.
  if (error !== undefined)
    return failed(callbackFailures.oauth_failed, error === 'access_denied' ? 'oauth_failed' : 'unknown');
  if (code === undefined) return failed(connectFailed, 'missing_params');
  try {
    await call(completeCalendarConnection, { body: { code, state } });
  } catch (problem) {
    const errorCode = problem instanceof ApiError ? problem.code : '';
    if (isForeign(errorCode))
      return {
        ...notConnected(callbackFailures.invalid_callback, '/login?error=invalid_callback'),
        continueLabel: continueLabels.failed,
      };
    if (errorCode === 'calendar.token_exchange_failed') return failed(connectFailed, 'token_exchange_failed');
    const isRejected = !['', 'network', 'server.fault'].includes(errorCode);
    return isRejected
      ? failed(connectFailed, 'calendar_integration_failed')
      : failed(unexpected, 'callback_handler_failed');
  }
  const to = `${settings}?connected=google_calendar`;
  return {
    isGood: true,
    text: calendarConnected,
    to,
    continueLabel: continueLabels.calendar,
    delayMs: delays.calendar,
  };
}

function notConnected(text: string, to: string): Outcome {
  return { isGood: false, text, to, continueLabel: continueLabels.calendar, delayMs: delays.failed };
}

function isForeign(code: string): boolean {
  return ['google.invalid_callback', 'request.invalid', 'session.required', 'session.ended'].includes(code);
}
