import type { Summary, SummaryPeriod } from '@samay/contract/desk/summary';
import { classifyPaymentMethod, type PaymentMethod } from '@samay/contract/core/money';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { countSold, readSold, soldTime } from '../../availability/index.ts';
import { readShown, countByDay } from '../../visibility/index.ts';
import { sumOwed } from '../list/list-queries.ts';
import { getOwed } from '../list/owed.ts';
import { countNewPeople } from '../patients/new-people-queries.ts';
import { type Sum, sumByDay } from '../revenue/queries.ts';
import { eachPeriod, periodsOn } from './periods.ts';
import { listResourceNames, type PeriodSums, sumByResource, sumByText } from './queries.ts';

type Taken = Summary['taken'];

/** Returns how the business does today, in this calendar month and on the same days of the last. */
export async function getSummary(context: TenantContext): Promise<Summary> {
  const today = indiaDate(context.now);
  const days = periodsOn(today);
  const all = { from: days.before.from, to: today };
  const compared = {
    today,
    monthStart: days.month.from,
    beforeStart: days.before.from,
    beforeEnd: days.before.to,
  };
  const { rows, usage } = await readShown(context, (view) => {
    const owed = ({ from, to }: { from: string; to: string }) =>
      sumOwed(view, today, { days: { since: from, until: to, occupied: false } });
    return {
      days: sumByDay(all),
      texts: sumByText(compared),
      byResource: sumByResource(compared),
      names: listResourceNames({}),
      statuses: countByDay(view, all),
      newPeople: countNewPeople(view, all),
      sold: readSold(all),
      dueToday: owed(days.today),
      dueMonth: owed(days.month),
      dueBefore: owed(days.before),
      soldToday: countSold(days.today),
      soldMonth: countSold(days.month),
      soldBefore: countSold(days.before),
    };
  });
  const sold = onlyRow(rows.sold);
  const owed = { today: rows.dueToday, month: rows.dueMonth, before: rows.dueBefore };
  const counted = { today: rows.soldToday, month: rows.soldMonth, before: rows.soldBefore };
  const isWithin = (period: SummaryPeriod) => (day: LocalDate) =>
    day >= days[period].from && day <= days[period].to;
  return {
    days,
    taken: eachPeriod((period) => sumOf(rows.days.filter(({ date }) => isWithin(period)(date)))),
    methods: getMethods(rows.texts),
    resources: presentResources(rows.names, rows.byResource),
    byDay: rows.days.map(({ date, total }) => ({ date, total })),
    due: eachPeriod((period) => getOwed(onlyRow(owed[period]))),
    noShows: eachPeriod((period) =>
      total(rows.statuses.filter(({ day }) => isWithin(period)(day)).map((row) => row.no_show)),
    ),
    newPeople: eachPeriod((period) =>
      total(rows.newPeople.filter(({ day }) => isWithin(period)(day)).map(({ people }) => people)),
    ),
    sold: eachPeriod((period) => ({ ...soldTime(sold, days[period]), ...onlyRow(counted[period]) })),
    hidden: usage.hidden,
  };
}

/** Merges the texts of a payment method: methods are stored as typed. */
function getMethods(rows: readonly (PeriodSums & { readonly text: string })[]): Summary['methods'] {
  const methods = new Map<PaymentMethod, Taken>();
  for (const { text, ...sums } of rows) {
    const method = classifyPaymentMethod(text);
    const [before, more] = [methods.get(method), takenOf(sums)];
    methods.set(method, before ? eachPeriod((period) => sumOf([before[period], more[period]])) : more);
  }
  return [...methods]
    .map(([method, taken]) => ({ method, taken }))
    .toSorted(
      (a, b) => b.taken.month.total - a.taken.month.total || b.taken.before.total - a.taken.before.total,
    );
}

function presentResources(
  names: readonly { readonly id: string; readonly name: string }[],
  sums: readonly (PeriodSums & { readonly id: string | null })[],
): Summary['resources'] {
  const of = new Map(sums.map(({ id, ...each }) => [id, each]));
  const known = names.flatMap(({ id, name }) => {
    const own = of.get(id);
    return own ? [{ id, name, taken: takenOf(own) }] : [];
  });
  const none = of.get(null);
  return none ? [...known, { id: null, name: null, taken: takenOf(none) }] : known;
}

function takenOf(sums: PeriodSums): Taken {
  return eachPeriod((period) => ({ total: sums[`${period}_total`], bookings: sums[`${period}_bookings`] }));
}

function sumOf(rows: readonly Sum[]): Sum {
  return {
    total: total(rows.map((row) => row.total)),
    bookings: total(rows.map(({ bookings }) => bookings)),
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
