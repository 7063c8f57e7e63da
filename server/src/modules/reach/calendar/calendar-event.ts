import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { CalendarEvent } from '../../../adapters/calendar/port.ts';

/** Bookings have no end yet: each takes half an hour. */
const lengthMs = 30 * 60_000;

/** The event of a booking: the person's name and half an hour. Its id is the booking's own, so that no try makes a second one. */
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

/** Base32hex of the 128 bits, which is all that Google takes in an id. */
function eventIdOf(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
}

/** RFC 3339 with India's offset, which never changes (specification 7: "ISO with +05:30"). */
function inIndia(instant: Date): string {
  return `${indiaDate(instant)}T${indiaTime(instant)}:00+05:30`;
}
