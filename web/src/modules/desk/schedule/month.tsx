import '@mantine/schedule/styles.layer.css';
import { MonthView, type ScheduleEventData } from '@mantine/schedule';
import { type Schedule, ScheduledBooking } from '@samay/contract/desk/schedule';
import { type Status, statusName } from '@samay/contract/bookings/statuses';
import { formatTime, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { type Icon, IconCheck, IconUserOff } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { useActions } from '../../../lib/actions.tsx';
import { getEvents } from './layout/events.ts';
import { titleOfBooking } from './layout/block-text.ts';
import classes from './schedule-days.module.css';

interface MonthProps {
  day: LocalDate;
  schedule: Schedule;
  /** Whether nothing can be opened. */
  isReadOnly: boolean;
  onDay: (day: LocalDate) => void;
}

/** Renders the calendar of a month. */
export function Month({ day, schedule, isReadOnly, onDay }: MonthProps) {
  const { openDetails } = useActions();
  const events = useMemo(() => getEvents(schedule.bookings), [schedule.bookings]);
  const frame = useRef<HTMLDivElement>(null);
  // Scrolls to today if the month is wider than the screen.
  useEffect(() => {
    frame.current?.querySelector('[data-today]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);
  return (
    <div ref={frame}>
      <MonthView
        date={day}
        events={events}
        withHeader={false}
        mode={isReadOnly ? 'static' : 'default'}
        onEventClick={({ id }: ScheduleEventData) => openDetails(String(id))}
        renderEventBody={EventBody}
        classNames={{ monthViewDayLabel: classes.number ?? '' }}
        labels={{ timeSlot: 'Time', weekday: 'Day', moreLabel: (count: number) => `${count} more` }}
        firstDayOfWeek={1}
        // Weekends look like other days.
        weekendDays={[]}
        maxEventsPerDay={3}
        weekdayFormat="ddd"
        // The component takes today from the browser's time zone; the schedule needs India's.
        highlightToday={false}
        getDayProps={todayProps}
        onDayClick={(date) => onDay(date.slice(0, 10))}
      />
    </div>
  );
}

function todayProps(day: string): Record<string, unknown> {
  return day === indiaDate(serverNow()) ? { 'aria-current': 'date', mod: { today: true } } : {};
}

/** An icon that repeats the meaning of the colour where there is no room for the text. */
const signs: Partial<Record<Status, Icon>> = { completed: IconCheck, no_show: IconUserOff };

function EventBody(event: ScheduleEventData) {
  const booking = ScheduledBooking.safeParse(event.payload?.['booking']).data;
  if (!booking) return event.title;
  const Sign = signs[booking.status];
  return (
    <span className={classes.event} title={titleOfBooking(booking)}>
      {Sign && <Sign size={12} stroke={2.5} className={classes.sign} aria-hidden />}
      <span className={classes.time}>{formatTime(booking.time)}</span> {booking.personName}
      {booking.status !== 'scheduled' && (
        <span className={classes.status}> · {statusName[booking.status]}</span>
      )}
    </span>
  );
}
