import { connectErrors, connectFailed } from '@samay/contract/core/calendar-callback';

/** Specification 2 and 8, to the letter. */
export const calendarWords = {
  connected: 'Google Calendar connected successfully!',
  notStarted: 'Failed to initiate Google OAuth',
  question: 'Are you sure you want to disconnect Google Calendar?',
  disconnected: 'Google Calendar disconnected successfully!',
  notDisconnected: 'Failed to disconnect Google Calendar. Please try again.',
  disconnectBroke: 'An error occurred while disconnecting Google Calendar.',
};

export const reconnectNotice = {
  text: 'Google Calendar has to be connected again.',
  hint: 'Google no longer gives us access to it. New bookings are kept for a day and added when it is connected again.',
};

/** What Schedule says where there is no calendar to show (specification 8, "Calendar screen"). */
export const scheduleWords = {
  /** For who belongs to no business; the page shows them another before. */
  noTenant: 'No tenant information available',
  none: 'No Google Calendar integration found. Please connect your Google Calendar in Settings.',
  noId: 'Failed to fetch calendar ID. Please check your Google Calendar integration in Settings.',
};

/** Where the button would lead nowhere. */
export const whyNotYours = { notSetUp: 'Google Calendar is not set up on this server.', askOwner: 'Ask the owner to connect it.' };

/** How long the good news stands before the page loads again, in milliseconds (specification 2, "Settings"). */
export const reloadMs = 1500;

/** What the address of Settings says of a connection that was tried. */
export type Returned = { readonly isGood: boolean; readonly text: string } | undefined;

/** Reads `?connected=true`, `?connected=google_calendar` and `?error=…`; of an error only the sentences that are known are shown. */
export function returnedIn({ connected, error }: { readonly connected?: unknown; readonly error?: unknown }): Returned {
  if (connected === true || connected === 'true' || connected === 'google_calendar') return { isGood: true, text: calendarWords.connected };
  if (error === undefined) return undefined;
  const isKnown = typeof error === 'string' && Object.hasOwn(connectErrors, error);
  return { isGood: false, text: isKnown ? connectErrors[error as keyof typeof connectErrors] : connectFailed };
}
