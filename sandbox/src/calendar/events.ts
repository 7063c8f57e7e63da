import { randomBytes } from 'node:crypto';
import { instantNow } from '../party/clock.ts';

/**
 * An event as Google Calendar stores it: the fields that the application sent, and those that the
 * calendar adds.
 */
export type CalendarEvent = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly status: string;
};

type Answer = readonly [status: number, body?: object];

/** The events of all calendars. A deleted event stays as `cancelled` and keeps its id. */
export class CalendarEvents {
  readonly #calendars = new Map<string, Map<string, CalendarEvent>>();

  /** Lists the events that are not cancelled, in order of their start. */
  standing(calendar: string): CalendarEvent[] {
    const events = [...this.#of(calendar).values()].filter(({ status }) => status !== 'cancelled');
    return events.toSorted((a, b) => getStart(a).localeCompare(getStart(b)));
  }

  /** Answers one API request below `/calendars/:id/events`, after Google's documentation. */
  answer(
    method: string,
    calendar: string,
    id: string | undefined,
    body: Readonly<Record<string, unknown>>,
  ): Answer {
    if (id === undefined) {
      if (method === 'GET') return [200, { kind: 'calendar#events', items: this.standing(calendar) }];
      return method === 'POST'
        ? this.#insert(calendar, body)
        : failure(405, 'methodNotAllowed', 'Method not allowed');
    }
    const event = this.#of(calendar).get(id);
    if (!event) return failure(404, 'notFound', 'Not Found');
    if (method === 'GET') return [200, event];
    if (method === 'PATCH' || method === 'PUT')
      return this.#keep(calendar, { ...event, ...body, id, updated: instantNow() });
    if (method !== 'DELETE') return failure(405, 'methodNotAllowed', 'Method not allowed');
    if (event.status === 'cancelled') return failure(410, 'deleted', 'Resource has been deleted');
    this.#keep(calendar, { ...event, status: 'cancelled', updated: instantNow() });
    return [204];
  }

  #insert(calendar: string, body: Readonly<Record<string, unknown>>): Answer {
    const id = typeof body['id'] === 'string' ? body['id'] : randomBytes(13).toString('hex');
    if (!/^[a-v0-9]{5,1024}$/.test(id)) return failure(400, 'invalid', 'Invalid resource id value.');
    if (!('start' in body) || !('end' in body)) return failure(400, 'required', 'Missing end time.');
    if (this.#of(calendar).has(id))
      return failure(409, 'duplicate', 'The requested identifier already exists.');
    return this.#keep(calendar, { status: 'confirmed', created: instantNow(), ...body, id });
  }

  #keep(calendar: string, event: CalendarEvent): Answer {
    this.#of(calendar).set(event.id, event);
    return [200, event];
  }

  #of(calendar: string): Map<string, CalendarEvent> {
    const events = this.#calendars.get(calendar) ?? new Map<string, CalendarEvent>();
    this.#calendars.set(calendar, events);
    return events;
  }
}

/** Creates an error in Google's format. */
export function failure(status: number, reason: string, message: string): Answer {
  return [status, { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } }];
}

function getStart(event: CalendarEvent): string {
  const { start } = event;
  return typeof start === 'object' && start !== null && 'dateTime' in start ? String(start.dateTime) : '';
}
