import { connectErrors, connectFailed } from '@samay/contract/core/calendar-callback';
import { wording } from '@samay/contract/core/wording';
import { useSession } from '../../../lib/session/session.tsx';

/** The agreed texts of the calendar. */
export const calendarWording = {
  connected: 'Google Calendar connected successfully!',
  notStarted: 'Failed to initiate Google OAuth',
  question: 'Are you sure you want to disconnect Google Calendar?',
  disconnected: 'Google Calendar disconnected successfully!',
  notDisconnected: 'Failed to disconnect Google Calendar. Please try again.',
  disconnectBroke: 'An error occurred while disconnecting Google Calendar.',
};

/** Returns the texts about a connection, in the words of the signed-in business. */
export function useConnectionWording() {
  const { booking, bookings } = wording[useSession().businessType ?? 'doctor'];
  return {
    about:
      `Every ${booking} becomes an event in your calendar. ` +
      `The event changes when the ${booking} is moved or cancelled.`,
    reconnect: {
      text: 'Google Calendar has to be connected again.',
      hint:
        `Google no longer gives us access to it. New ${bookings} are kept for a day and ` +
        'added when it is connected again.',
    },
  };
}

/** The messages of Schedule without a calendar. */
export const scheduleWording = {
  /** The text for users without a business; the route guard prevents that. */
  noTenant: 'No tenant information available',
  none: 'No Google Calendar integration found. Please connect your Google Calendar in Settings.',
  noId: 'Failed to fetch calendar ID. Please check your Google Calendar integration in Settings.',
};

/** The texts shown instead of a button that could not work. */
export const unavailableHints = {
  notSetUp: 'Google Calendar is not set up on this server.',
  askOwner: 'Ask the owner to connect it.',
};

/** The time for which the success message is shown before the reload, in milliseconds. */
export const reloadMs = 1500;

/** The result of connecting the calendar, as the address of Settings holds it. */
export type ConnectionResult = { readonly isGood: boolean; readonly text: string } | undefined;

/**
 * Reads `?connected=true`, `?connected=google_calendar` and `?error=…`. Unknown errors get the
 * general message.
 */
export function getConnectionResult({
  connected,
  error,
}: {
  readonly connected?: unknown;
  readonly error?: unknown;
}): ConnectionResult {
  if (connected === true || connected === 'true' || connected === 'google_calendar')
    return { isGood: true, text: calendarWording.connected };
  if (error === undefined) return undefined;
  const isKnown = typeof error === 'string' && Object.hasOwn(connectErrors, error);
  return {
    isGood: false,
    text: isKnown ? connectErrors[error as keyof typeof connectErrors] : connectFailed,
  };
}
