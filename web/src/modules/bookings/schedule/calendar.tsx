import '@mantine/schedule/styles.layer.css';
import { useInterval } from '@mantine/hooks';
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule';
import { type Schedule, ScheduledBooking } from '@samay/contract/bookings/schedule';
import { type Status, statusName } from '@samay/contract/bookings/statuses';
import { formatTime, indiaDate, indiaTime, type LocalDate, now } from '@samay/contract/core/time';
import { type Icon, IconCheck, IconUserOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { eventsOf } from './events.ts';
import classes from './schedule-days.module.css';
import { businessHours, isCoveredByNow, shownHours } from './hours.ts';
import { rangeOf, type ViewName } from './view.ts';

interface CalendarProps {
  view: ViewName;
  day: LocalDate;
  schedule: Schedule;
  /** Whether nothing can be booked or opened. */
  isReadOnly: boolean;
  onDay: (day: LocalDate) => void;
}

/** The calendar of a day, a week or a month. */
export function Calendar({ view, day, schedule, isReadOnly, onDay }: CalendarProps) {
  const { openDetails } = useActions();
  const events = useMemo(() => eventsOf(schedule.bookings), [schedule.bookings]);
  const common = {
    date: day,
    events,
    withHeader: false,
    mode: isReadOnly ? ('static' as const) : ('default' as const),
    onEventClick: ({ id }: ScheduleEventData) => openDetails(String(id)),
    renderEventBody: EventBody,
    classNames: { weekViewSlotLabel: classes.hour, monthViewDayLabel: classes.number, currentTimeIndicatorTimeBubble: classes.now },
    labels: { timeSlot: 'Time', weekday: 'Day', moreLabel: (count: number) => `${count} more` },
  };
  if (view === 'month') {
    return (
      <TodayInSight key={day}>
        <MonthView
          {...common}
          {...week}
          maxEventsPerDay={3}
          weekdayFormat="ddd"
          // The component takes today from the browser's time zone; the schedule needs India's.
          highlightToday={false}
          getDayProps={todayProps}
          onDayClick={(date) => onDay(date.slice(0, 10))}
        />
      </TodayInSight>
    );
  }
  return (
    <TodayInSight key={day}>
      <Columns view={view} common={common} schedule={schedule} onDay={onDay} />
    </TodayInSight>
  );
}

/** Scrolls a week or month that is wider than the screen so that today is visible, if the view contains today. */
function TodayInSight({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.querySelector('[data-today]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);
  return <div ref={frame}>{children}</div>;
}

function todayProps(day: string): Record<string, unknown> {
  return day === indiaDate(now()) ? { 'aria-current': 'date', mod: { today: true } } : {};
}

/** Weeks begin on Monday, and weekends look like other days. */
const week = { firstDayOfWeek: 1 as const, weekendDays: [] };

type Common = Pick<
  React.ComponentProps<typeof DayView>,
  'date' | 'events' | 'withHeader' | 'mode' | 'onEventClick' | 'renderEventBody' | 'labels'
> & {
  classNames: Record<string, string | undefined>;
};

interface ColumnsProps extends Pick<CalendarProps, 'schedule' | 'onDay'> {
  view: 'day' | 'week';
  common: Common;
}

function Columns({ view, common, schedule, onDay }: ColumnsProps) {
  const { openNewAppointment } = useActions();
  const mayBook = useMayBook();
  const hours = businessHours(schedule.openingHours);
  const minute = useMinute();
  const columns = {
    ...common,
    ...shownHours(
      schedule.openingHours,
      schedule.bookings.map(({ time }) => time),
    ),
    intervalMinutes: 30,
    highlightBusinessHours: true,
    slotLabelFormat: (at: string) =>
      isCoveredByNow(at.slice(11, 16), minute, rangeOf(view, String(common.date))) ? '' : formatTime(at.slice(11, 16)).replace(':00', ''),
    getCurrentTime: nowInIndia,
    slotHeight: 80,
    ...(mayBook && {
      onTimeSlotClick: ({ slotStart }: { slotStart: string }) =>
        openNewAppointment({ date: slotStart.slice(0, 10), time: slotStart.slice(11, 16) }),
    }),
    startScrollTime: indiaTime(now()),
  };
  if (view === 'week') {
    return (
      <WeekView
        {...columns}
        {...week}
        withAllDaySlots={false}
        highlightToday
        withWeekNumber={false}
        businessHours={hours}
        onDateChange={(date) => onDay(date.slice(0, 10))}
      />
    );
  }
  const weekday = new Date(`${String(common.date)}T00:00:00Z`).getUTCDay() as 0;
  return <DayView {...columns} withAllDaySlot={false} businessHours={hours[weekday] ?? ['00:00:00', '00:00:00']} />;
}

/** The current minute in India, as `nowInIndia` formats it. */
function useMinute(): string {
  const [minute, setMinute] = useState(nowInIndia);
  useInterval(() => setMinute(nowInIndia()), 30_000, { autoInvoke: true });
  return minute;
}

/** The current local time in India, whatever the browser's time zone is. */
function nowInIndia(): string {
  const at = now();
  return `${indiaDate(at)} ${indiaTime(at)}:00`;
}

/** An icon that repeats the meaning of the colour where there is no room for the text. */
const signs: Partial<Record<Status, Icon>> = { completed: IconCheck, no_show: IconUserOff };

function EventBody(event: ScheduleEventData) {
  const booking = ScheduledBooking.safeParse(event.payload?.['booking']).data;
  if (!booking) return event.title;
  const Sign = signs[booking.status];
  return (
    <span className={classes.event} title={`${formatTime(booking.time)} ${booking.personName}, ${statusName[booking.status]}`}>
      {Sign && <Sign size={12} stroke={2.5} className={classes.sign} aria-hidden />}
      <span className={classes.time}>{formatTime(booking.time)}</span> {booking.personName}
      {booking.status !== 'scheduled' && <span className={classes.status}> · {statusName[booking.status]}</span>}
    </span>
  );
}
