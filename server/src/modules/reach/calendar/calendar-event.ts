import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { CalendarEvent } from '../../../adapters/calendar/port.ts';

/** Bookings have no end: each event lasts half an hour. */
const lengthMs = 30 * 60_000;

/** The calendar event of a booking: the person's name and half an hour. Its id derives from the booking's, so that a retry creates no second one. */
export function eventOf({
  appointmentId,
  personName,
  startsAt,
}: {
  appointmentId: string;
  personName: string;
  startsAt: Date;
}): CalendarEvent {
  return {
    id: eventIdOf(appointmentId),
    summary: personName,
    start: inIndia(startsAt),
    end: inIndia(new Date(startsAt.getTime() + lengthMs)),
  };
}

/** The 128 bits in base32hex, the only characters that Google accepts in an id. */
function eventIdOf(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
}

/** RFC 3339 with India's offset, which never changes (specification 7: "ISO with +05:30"). */
function inIndia(instant: Date): string {
  return `${indiaDate(instant)}T${indiaTime(instant)}:00+05:30`;
}
