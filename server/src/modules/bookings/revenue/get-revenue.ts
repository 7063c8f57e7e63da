import { averagePaise } from '@samay/contract/core/money';
import type { RevenueSummary } from '@samay/contract/bookings/revenue';
import { readAtOnce } from '../../../db/read-at-once.ts';
import { onlyRow } from '../../../db/run-statement.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type DayRange, sumRevenue } from './queries.ts';

/**
 * Returns the revenue of a range of days, both ends included, in paise. The average is rounded to a
 * rupee.
 */
export async function getRevenue(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<RevenueSummary> {
  const { total, bookings } = onlyRow((await readAtOnce(context, { sums: sumRevenue(query) })).sums);
  return { total, bookings, average: averagePaise(total, bookings) };
}
