import type { ScheduleEventData } from '@mantine/schedule';
import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import type { Status } from '@samay/contract/bookings/statuses';
import { dayMinutes, spanIn } from './blocks.ts';
import { clock } from './hours.ts';

/** The design's colour of each status. Every event also shows the status as text or icon. */
const colors: Record<Status, string> = {
  scheduled: 'blue',
  completed: 'green',
  no_show: 'marigold',
  cancelled: 'gray',
};

/**
 * Converts bookings to events of a month. One that passes midnight is an event of the day on which
 * it begins.
 */
export function getEvents(bookings: readonly ScheduledBooking[]): ScheduleEventData[] {
  return bookings.map((booking) => {
    const { to } = spanIn(booking.date, booking);
    return {
      id: booking.id,
      title: booking.personName,
      start: `${booking.date} ${booking.time}:00`,
      end: `${booking.date} ${to >= dayMinutes ? '23:59:59' : `${clock(to)}:00`}`,
      color: colors[booking.status],
      payload: { booking },
    };
  });
}
