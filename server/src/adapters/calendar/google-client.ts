import type { calendar_v3 } from '@googleapis/calendar';
import { indiaZone } from '@samay/contract/core/time';
import * as oidc from 'openid-client';
import { getCalendarFailure, getStatus } from './google-errors.ts';
import { loadOnce } from '../../core/load-once.ts';
import type { GoogleCalendarSettings } from '../../core/third-party-settings.ts';
import { CalendarGrants } from './grants.ts';
import { type CalendarEvent, CalendarFailure, type CalendarProvider, type OpenCalendar } from './port.ts';

/**
 * Adapts Google Calendar's API v3
 * (https://developers.google.com/workspace/calendar/api/v3/reference). Each request times out after
 * `timeoutMs` and is not retried here: the outbox does that.
 */
export function googleClient(settings: GoogleCalendarSettings, timeoutMs: number): CalendarProvider {
  const grants = new CalendarGrants(settings, timeoutMs);
  const api = loadOnce(() => openApi(settings.apiUrl));

  return {
    consentAddress: (challenge) => orFailure(() => grants.consentAddress(challenge)),
    redeem: (code, challenge) => orFailure(() => grants.redeem(code, challenge)),
    calendarOf: (refreshToken) =>
      withAccess(refreshToken, async (calendar, options) => {
        const { data } = await calendar.calendars.get({ calendarId: 'primary' }, options);
        if (!data.id) throw new CalendarFailure('failed', 'the calendar has no id');
        return data.id;
      }),
    putEvent: ({ id: calendarId, refreshToken }, event, isThere) =>
      withAccess(refreshToken, async (calendar, options) => {
        const requestBody = getBody(event);
        const patch = () => calendar.events.patch({ calendarId, eventId: event.id, requestBody }, options);
        if (isThere && (await unless(404, patch))) return;
        // Accepts a conflict: the server chooses the id, so the event was created before, and
        // perhaps cancelled since.
        const insert = () =>
          calendar.events.insert({ calendarId, requestBody: { ...requestBody, id: event.id } }, options);
        if (!(await unless(409, insert))) await patch();
      }),
    removeEvent: ({ id: calendarId, refreshToken }: OpenCalendar, eventId) =>
      withAccess(refreshToken, async (calendar, options) => {
        await unless([404, 410], () => calendar.events.delete({ calendarId, eventId }, options));
      }),
    revoke: (refreshToken) =>
      orFailure(async () => {
        await grants.revoke(refreshToken).catch((error: unknown) => {
          if (!(error instanceof oidc.ResponseBodyError && error.error === 'invalid_token')) throw error;
        });
      }),
  };

  /**
   * Calls the API with an access token; one that Google refuses before its expiry is renewed once.
   */
  async function withAccess<T>(
    refreshToken: string,
    ask: (calendar: calendar_v3.Calendar, options: object) => Promise<T>,
  ): Promise<T> {
    const once = async () => {
      const headers = { authorization: `Bearer ${await grants.accessToken(refreshToken)}` };
      return ask(await api(), { headers, timeout: timeoutMs, retry: false });
    };
    return orFailure(async () => {
      try {
        return await once();
      } catch (error) {
        if (getStatus(error) !== 401) throw error;
        grants.forget(refreshToken);
        return once();
      }
    });
  }
}

/** Imports the library when it is first needed: most servers never use it. */
async function openApi(rootUrl: string): Promise<calendar_v3.Calendar> {
  const { calendar } = await import('@googleapis/calendar');
  return calendar({ version: 'v3', rootUrl: `${rootUrl}/` });
}

function getBody({ summary, location, start, end }: CalendarEvent): calendar_v3.Schema$Event {
  const at = (dateTime: string) => ({ dateTime, timeZone: indiaZone });
  return { summary, location, start: at(start), end: at(end), status: 'confirmed' };
}

/**
 * Runs a request. Returns false when the answer has one of these statuses, which the caller
 * handles.
 */
async function unless(statuses: number | readonly number[], ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if ([statuses].flat().includes(getStatus(error) ?? 0)) return false;
    throw error;
  }
}

async function orFailure<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw getCalendarFailure(error);
  }
}
