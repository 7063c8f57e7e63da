import { formatWeekday } from '@samay/contract/core/time';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isoWeekdays, nameOfWeekday } from '../hours-values.ts';
import classes from './year-calendar.module.css';
import type { DayKind, YearDay, YearMonth } from './year-days.ts';

interface YearCalendarProps {
  months: readonly YearMonth[];
  today: string;
  /** Called with a pressed day; undefined for readers. */
  onDay?: ((date: string) => void) | undefined;
}

const dayKinds: Record<DayKind, string> = {
  open: 'Open',
  closed: 'Closed every week',
  closure: 'Closure',
  part: 'Closed in part',
  extra: 'Extra hours',
};

/**
 * Renders a year at a glance. The arrow keys move from day to day, Enter adds a closure; one day of
 * the year is in the tab order.
 */
export function YearCalendar({ months, today, onDay }: YearCalendarProps) {
  const root = useRef<HTMLDivElement>(null);
  const days = months.flatMap((month) => month.days);
  const [chosen, setChosen] = useState(today);
  const focusable = days.some(({ date }) => date === chosen) ? chosen : days[0]?.date;

  function handleKeyDown(event: KeyboardEvent): void {
    const by = steps[event.key];
    const at = days.findIndex(({ date }) => date === focusable);
    const next = by === undefined ? undefined : days[Math.min(Math.max(at + by, 0), days.length - 1)];
    if (!next) return;
    event.preventDefault();
    setChosen(next.date);
    root.current?.querySelector<HTMLElement>(`[data-date="${next.date}"]`)?.focus();
  }

  return (
    <div ref={root} className={classes.year} onKeyDown={handleKeyDown}>
      {months.map(({ name, days: own }) => (
        <section key={name} aria-label={name}>
          <h3 className={classes.name}>{name}</h3>
          <div className={classes.days}>
            {isoWeekdays.map((weekday) => (
              <span key={weekday} className={classes.weekday} aria-hidden>
                {nameOfWeekday(weekday).slice(0, 2)}
              </span>
            ))}
            {own.map((day) => (
              <Day
                key={day.date}
                day={day}
                isToday={day.date === today}
                isFocusable={day.date === focusable}
                onClick={onDay && (() => (setChosen(day.date), onDay(day.date)))}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28,
  Home: -400,
  End: 400,
};

interface DayProps {
  day: YearDay;
  isToday: boolean;
  isFocusable: boolean;
  onClick: (() => void) | undefined;
}

function Day({ day: { date, number, weekday, kind, reasons }, isToday, isFocusable, onClick }: DayProps) {
  const text = [`${formatWeekday(date)} ${date.slice(0, 4)}`, dayKinds[kind].toLowerCase(), ...reasons].join(
    ', ',
  );
  return (
    <button
      type="button"
      className={classes.day}
      style={number === 1 ? { gridColumnStart: weekday } : undefined}
      data-date={date}
      data-kind={kind}
      aria-current={isToday ? 'date' : undefined}
      aria-label={text}
      title={reasons.length > 0 ? reasons.join(', ') : undefined}
      tabIndex={isFocusable ? 0 : -1}
      onClick={onClick}
    >
      {number}
    </button>
  );
}

/** Explains the colours of the calendar. */
export function CalendarLegend() {
  return (
    <ul className={classes.legend} aria-label="Colours of the calendar">
      {(Object.keys(dayKinds) as DayKind[]).map((kind) => (
        <li key={kind}>
          <span className={classes.sample} data-kind={kind} aria-hidden />
          {dayKinds[kind]}
        </li>
      ))}
    </ul>
  );
}
