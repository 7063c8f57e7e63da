import type { ScheduleEventData } from '@mantine/schedule';
import type { ScheduledBooking } from '@samay/contract/bookings/schedule';
import type { Status } from '@samay/contract/bookings/statuses';

const shownMinutes = 30;

/** The design's colour of each status. Every event also shows the status as text or icon. */
const colors: Record<Status, string> = { scheduled: 'blue', completed: 'green', no_show: 'marigold', cancelled: 'gray' };

/** Bookings as calendar events. They have no duration yet: each is shown as half an hour. */
export function eventsOf(bookings: readonly ScheduledBooking[]): ScheduleEventData[] {
  return bookings.map((booking) => ({
    id: booking.id,
    title: booking.personName,
    start: `${booking.date} ${booking.time}:00`,
    end: `${booking.date} ${endOf(booking.time)}`,
    color: colors[booking.status],
    payload: { booking },
  }));
}

/** The end of the event, at most at midnight. */
function endOf(time: string): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + shownMinutes;
  if (minutes >= 24 * 60) return '23:59:59';
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
}
