import { averagePaise } from '@samay/contract/core/money';
import type { RevenueSummary } from '@samay/contract/desk/revenue';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { sumRevenue } from './queries.ts';
import type { DayRange } from '@samay/contract/core/day-range';

/**
 * Returns the revenue of a range of days, both ends included, in paise. The average is rounded to a
 * rupee.
 */
export async function getRevenue(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<RevenueSummary> {
  const { total, bookings, earlier, fees } = onlyRow(
    (await readInOneMessage(context, { sums: sumRevenue(query) })).sums,
  );
  return { total, bookings, earlier, fees, average: averagePaise(total - earlier - fees, bookings) };
}
