import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { CalendarEvent } from '../../../adapters/calendar/port.ts';

/**
 * The calendar event of a booking: the person's name, the doctor or court, from start to end. Its
 * id derives from the booking's, so that a retry creates no second one.
 */
export function eventOf({
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
    id: eventIdOf(appointmentId),
    summary: personName,
    location: place,
    start: inIndia(startsAt),
    end: inIndia(new Date(startsAt.getTime() + minutes * 60_000)),
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
