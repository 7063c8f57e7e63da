import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { CalendarEvent } from '../../../adapters/calendar/port.ts';

/**
 * Creates the calendar event of a booking. Its id derives from the booking's, so that a retry
 * creates no second one.
 */
export function getEvent({
  appointmentId,
  personName,
  startsAt,
  minutes,
  place,
}: {
  appointmentId: string;
  personName: string;
  startsAt: Date;
  minutes: number;
  place: string | null;
}): CalendarEvent {
  return {
    id: getEventId(appointmentId),
    summary: personName,
    location: place,
    start: inIndia(startsAt),
    end: inIndia(new Date(startsAt.getTime() + minutes * 60_000)),
  };
}

/** Writes 128 bits in base32hex, the only characters that Google accepts. */
function getEventId(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
}

/** Writes RFC 3339 with India's offset. */
function inIndia(instant: Date): string {
  return `${indiaDate(instant)}T${indiaTime(instant)}:00+05:30`;
}
