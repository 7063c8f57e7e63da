import type { Analytics } from '@samay/contract/platform/billing';
import { addDays, addMonths, indiaDate, type LocalDate, getWeekday } from '@samay/contract/core/time';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { countTenantsBefore, sumByPlan } from './queries.ts';

type By = 'month' | 'week';
const periodsShown = 12;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Shows the last twelve months or weeks. Days are India's; weeks start on Monday. */
export async function getAnalytics(
  context: SessionContext,
  { query: { by } }: { query: { by: By } },
): Promise<Analytics> {
  const starts = listStarts(by, indiaDate(context.now));
  const [first = '', end = ''] = [starts.at(0), starts.at(-1)];
  const { sums, counted } = await readInOneMessageAsPlatform(context.dependencies, {
    sums: sumByPlan({ from: first, to: end }, { by }),
    counted: countTenantsBefore({ days: starts }),
  });
  const counts = counted.map(({ count }) => count);
  const periods = starts.slice(0, -1).map((start, at) => {
    const [before = 0, after = 0] = [counts[at], counts[at + 1]];
    const own = sums.filter(({ bucket }) => bucket === start);
    const revenue = { basic: 0, premium: 0, enterprise: 0, none: 0 };
    for (const sum of own) revenue[sum.plan ?? 'none'] += sum.revenue;
    return {
      start,
      end: addDays(starts[at + 1] ?? end, -1),
      tenants: after,
      newTenants: after - before,
      bookings: own.reduce((total, { bookings }) => total + bookings, 0),
      revenue,
    };
  });
  return { periods };
}

/** Returns the first days of the periods, and the first day after them. */
function listStarts(by: By, today: LocalDate): LocalDate[] {
  const places = Array.from({ length: periodsShown + 1 }, (_none, index) => index + 1 - periodsShown);
  if (by === 'month') return places.map((place) => addMonths(`${today.slice(0, 7)}-01`, place));
  const monday = addDays(today, -weekdays.indexOf(getWeekday(today)));
  return places.map((place) => addDays(monday, 7 * place));
}
