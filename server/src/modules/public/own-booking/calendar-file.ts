import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { type OwnBooking, startOf } from '../../bookings/index.ts';

/** The minutes of a booking whose length was not kept. */
const usualMinutes = 30;

/**
 * Writes the calendar file of a booking, in UTC. Its event keeps its id, and its sequence grows with
 * each change, so that a calendar which has it already changes it.
 */
export function writeCalendarFile({ row, business }: OwnBooking, address: string): string {
  const start = startOf(row);
  const calendar = ical({
    prodId: { company: 'Samay', product: 'Bookings' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${row.id}@${new URL(address).hostname}`,
    sequence: Math.max(0, Math.floor((row.updated_at.getTime() - row.created_at.getTime()) / 1000)),
    start,
    end: new Date(start.getTime() + (row.duration_min ?? usualMinutes) * 60_000),
    stamp: row.updated_at,
    summary: [row.service_name, business.name].filter(Boolean).join(' · '),
    ...(business.address && { location: business.address.split('\n').join(', ') }),
    description: address,
    url: address,
    status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
