import {
  type addHourException,
  ExceptionReason,
  type HourException,
} from '@samay/contract/availability/hours';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { addDays, formatTime, formatWeekday, LocalDate, LocalTime } from '@samay/contract/core/time';

/** The values of the form of a closure or of extra hours. */
export interface ExceptionValues {
  kind: HourException['kind'];
  /** The doctor's or court's id; empty for the business. */
  resourceId: string;
  isAllDay: boolean;
  fromDate: string;
  toDate: string;
  /** The start time; unused for whole days. */
  fromTime: string;
  toTime: string;
  reason: string;
}

type ExceptionBody = BodyInput<typeof addHourException>;

export function exceptionValues(date: string, resourceId: string): ExceptionValues {
  return {
    kind: 'closure',
    resourceId,
    isAllDay: true,
    fromDate: date,
    toDate: date,
    fromTime: '09:00',
    toTime: '18:00',
    reason: '',
  };
}

/** Sets the day of the start. The end of one day follows it, and so does one that would be before it. */
export function withStartDay(day: string, { fromDate, toDate }: ExceptionValues): Partial<ExceptionValues> {
  return { fromDate: day, toDate: toDate === fromDate || toDate < day ? day : toDate };
}

/** Builds the request body. A whole day ends with the midnight after it. */
export function exceptionBody({
  kind,
  resourceId,
  isAllDay,
  reason,
  ...range
}: ExceptionValues): ExceptionBody {
  const { fromDate, toDate, fromTime, toTime } = range;
  const isDay = LocalDate.safeParse(toDate).success;
  return {
    kind,
    resourceId: resourceId || null,
    from: { date: fromDate, time: isAllDay ? '00:00' : fromTime },
    to: { date: isAllDay && isDay ? addDays(toDate, 1) : toDate, time: isAllDay ? '00:00' : toTime },
    reason,
  };
}

/** Returns the errors by the form's fields. */
export function exceptionErrors(values: ExceptionValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const [wrongReason] = ExceptionReason.safeParse(values.reason).error?.issues ?? [];
  if (wrongReason) errors['reason'] = wrongReason.message;
  for (const field of ['fromDate', 'toDate'] as const) {
    if (!LocalDate.safeParse(values[field]).success) errors[field] = 'Please enter a date';
  }
  if (!values.isAllDay) {
    for (const field of ['fromTime', 'toTime'] as const) {
      if (!LocalTime.safeParse(values[field]).success) errors[field] = 'Please enter a time';
    }
  }
  if (Object.keys(errors).length === 0 && !endsAfterStart(values))
    errors[values.fromDate === values.toDate ? 'toTime' : 'toDate'] = 'The end is before the start';
  return errors;
}

/**
 * Formats a range: `Sat, 21 Nov 2026`, `Sat, 21 Nov to Mon, 23 Nov 2026`, `Sat, 21 Nov 2026, 9:00
 * am to 1:00 pm`.
 */
export function getRange({ from, to }: Pick<HourException, 'from' | 'to'>): string {
  if (isWholeDays({ from, to })) {
    const last = addDays(to.date, -1);
    return last === from.date ? dayText(from.date) : `${dayText(from.date, last)} to ${dayText(last)}`;
  }
  const end = to.date === from.date ? formatTime(to.time) : `${dayText(to.date)}, ${formatTime(to.time)}`;
  return (
    `${dayText(from.date, to.date === from.date ? undefined : to.date)}, ` +
    `${formatTime(from.time)} to ${end}`
  );
}

/** Formats a day with its year, unless the other end of the range shows an equal one. */
function dayText(date: string, end?: string): string {
  return end?.slice(0, 4) === date.slice(0, 4)
    ? formatWeekday(date)
    : `${formatWeekday(date)} ${date.slice(0, 4)}`;
}

function isWholeDays({ from, to }: Pick<HourException, 'from' | 'to'>): boolean {
  return from.time === '00:00' && to.time === '00:00' && to.date > from.date;
}

function endsAfterStart({ isAllDay, fromDate, toDate, fromTime, toTime }: ExceptionValues): boolean {
  return isAllDay ? fromDate <= toDate : `${fromDate} ${fromTime}` < `${toDate} ${toTime}`;
}
