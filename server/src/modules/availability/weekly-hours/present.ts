import type { WeeklyHours } from '@samay/contract/availability/hours';
import type { WeeklyRow } from './queries.ts';

/** Presents the weekly hours of one owner in the order of the week. */
export function presentWeekly(rows: readonly WeeklyRow[]): WeeklyHours[] {
  return rows.map(({ weekday, opens, closes }) => ({
    weekday,
    opens: opens.slice(0, 5),
    closes: closes.slice(0, 5),
  }));
}
