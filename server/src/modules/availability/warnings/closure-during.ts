import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { localMinute } from '../slots/local-minutes.ts';
import type { OpenRowWithResources } from '../slots/open-queries.ts';
import { businessItself, computeOpenTime } from '../slots/open-time.ts';
import { makeOpenDays } from '../slots/read-business-days.ts';

interface Occupying {
  readonly resourceId: string | null;
  readonly date: LocalDate;
  readonly time: LocalTime;
  /** Minutes. */
  readonly duration: number;
}

/**
 * Prepares the closures of a row of `readOpenTime`, and returns a function that finds the reason of
 * the first one in which a booking falls.
 */
export function closureDuring(row: OpenRowWithResources): (booking: Occupying) => string | undefined {
  const days = makeOpenDays(row);
  if (!days.exceptions.some(({ isClosure }) => isClosure)) return () => undefined;
  return ({ resourceId, date, time, duration }) => {
    const resource = days.resources.find(({ id }) => id === resourceId) ?? businessItself;
    const from = localMinute(date, time);
    const to = from + duration;
    const { closures } = computeOpenTime(days, resource, { from, to });
    return closures.find((each) => each.from < to && from < each.to)?.reason;
  };
}
