import { Repeat } from '@samay/contract/bookings/series';
import { addDays, isoWeekdayOf, type LocalDate } from '@samay/contract/core/time';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import { fieldErrors } from '../../../../../ui/form/form-errors.ts';

/** The fields of *Repeat* as they hold their values; numbers as typed. */
export interface RepeatValues {
  readonly everyWeeks: string;
  readonly weekdays: readonly number[];
  readonly ends: 'after a number' | 'on a day';
  readonly count: string;
  readonly until: string;
}

/** Returns the default rule: every week on the day of the booking, ten times. */
export function firstRepeat(date: LocalDate): RepeatValues {
  return {
    everyWeeks: '1',
    weekdays: [isoWeekdayOf(date)],
    ends: 'after a number',
    count: '10',
    until: addDays(date, 70),
  };
}

/** Returns the rule of the fields, or the errors by field. */
export function parseRepeat({
  everyWeeks,
  weekdays,
  ends,
  count,
  until,
}: RepeatValues): { rule: Repeat } | { errors: Record<string, string> } {
  const isCounted = ends === 'after a number';
  const parsed = Repeat.safeParse({
    everyWeeks: parseWhole(everyWeeks) ?? Number.NaN,
    weekdays: [...weekdays],
    until: isCounted ? null : until,
    count: isCounted ? (parseWhole(count) ?? Number.NaN) : null,
  });
  return parsed.success ? { rule: parsed.data } : { errors: fieldErrors(parsed.error) };
}
