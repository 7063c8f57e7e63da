import { loadOnce } from '../../core/load-once.ts';
import type { GoogleCalendarSettings } from '../../core/third-party-settings.ts';
import type { CalendarProvider } from './port.ts';

/**
 * Adapts Google Calendar (google-client.ts). The client and its libraries are imported by the first
 * call.
 */
export function googleCalendar(
  settings: GoogleCalendarSettings,
  { timeoutMs = 10_000 } = {},
): CalendarProvider {
  const client = loadOnce(async () => (await import('./google-client.ts')).googleClient(settings, timeoutMs));
  return {
    consentAddress: async (challenge) => (await client()).consentAddress(challenge),
    redeem: async (code, challenge) => (await client()).redeem(code, challenge),
    calendarOf: async (refreshToken) => (await client()).calendarOf(refreshToken),
    putEvent: async (calendar, event, isThere) => (await client()).putEvent(calendar, event, isThere),
    removeEvent: async (calendar, eventId) => (await client()).removeEvent(calendar, eventId),
    revoke: async (refreshToken) => (await client()).revoke(refreshToken),
  };
}
