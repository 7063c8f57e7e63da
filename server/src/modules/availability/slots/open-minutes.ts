import { businessItself, computeOpenTime } from './open-time.ts';
import type { OpenRowWithResources } from './open-queries.ts';
import { makeOpenDays } from './read-business-days.ts';

/**
 * Returns the local minute until which a business has been open for some minutes, counted from another
 * local minute on; undefined if it is not open for so long before `until`.
 */
export function afterOpenMinutes(
  row: OpenRowWithResources,
  { from, until, minutes }: { readonly from: number; readonly until: number; readonly minutes: number },
): number | undefined {
  let left = minutes;
  for (const span of computeOpenTime(makeOpenDays(row), businessItself, { from, to: until }).open) {
    const begin = Math.max(span.from, from);
    const end = Math.min(span.to, until);
    if (end - begin >= left) return begin + left;
    left -= Math.max(0, end - begin);
  }
  return undefined;
}
