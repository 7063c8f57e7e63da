import type { DayRange } from '@samay/contract/core/day-range';
import { dueAges, mostListedLines, type Reports } from '@samay/contract/desk/reports';
import { addDays, indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { sumByPaymentText } from '../revenue/queries.ts';
import { buildReports } from './build-reports.ts';
import {
  listHolders,
  sumAdvances,
  sumDiscounts,
  sumDues,
  sumReceivedMoney,
  sumRevenueByBooking,
  sumRevenueMoney,
} from './queries.ts';

/** Returns the reports of a range of days. */
export async function getReports(context: TenantContext, { query }: { query: DayRange }): Promise<Reports> {
  // Tomorrow the dues are a day older.
  context.replyChangesAt?.(new Date(`${addDays(indiaDate(context.now), 1)}T00:00:00+05:30`));
  return buildReports(await readInOneMessage(context, reportStatements(query, context.now, mostListedLines)));
}

/** Returns the statements of the reports; lists have at most `limit` lines. */
export function reportStatements({ from, to }: DayRange, now: Date, limit: number) {
  const range = { from, to };
  return {
    bookings: sumRevenueByBooking(range),
    money: sumRevenueMoney(range),
    texts: sumByPaymentText(range),
    received: sumReceivedMoney(range),
    discounts: sumDiscounts({ ...range, limit }),
    advances: sumAdvances(range),
    holders: listHolders({ to, limit }),
    dues: sumDues({ today: indiaDate(now), starts: dueAges.map((age) => age.from) }),
  };
}
