import type { Service } from '@samay/contract/availability/services';

const usual = [60, 90, 120];

/**
 * Lists the lengths of a service that is priced per hour, its own among them: 60, 90 and 120
 * minutes, as far as they fit the steps between its starts if the business has set any. A visit has
 * one price however long, and therefore nothing to choose.
 */
export function getLengths({ pricedPer, duration, grid }: Service): number[] {
  if (pricedPer === 'visit') return [];
  const fitting = usual.filter((minutes) => grid === null || minutes % grid === 0);
  return [...new Set([duration, ...fitting])].toSorted((one, other) => one - other);
}
