import type { OwnTakings, Received } from '@samay/contract/ledger/received';
import type { PaymentMethod } from '@samay/contract/core/money';
import { indiaDate } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { readDrawerRules } from '../drawers/queries.ts';
import { isShownUncounted } from '../drawers/rules.ts';
import { sumsByMethod, presentTaking, totalOf } from '../rows/payment-rows.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { listOwnRows, listTakers, sumOwn, sumReceived } from './received-queries.ts';

/** The most rows of one's own takings. */
const mostOwnRows = 200;

/** Returns the money taken on a range of days less the money given back, in paise. */
export async function getReceived(context: TenantContext, { query }: { query: DayRange }): Promise<Received> {
  const { sums, takers } = await readInOneMessage(context, {
    sums: sumReceived(query),
    takers: listTakers(query),
  });
  const names = new Map(takers.map(({ id, name }) => [id, name]));
  const people = [...Map.groupBy(sums, ({ taken_by: by }) => (by !== null && names.has(by) ? by : null))];
  return {
    total: totalOf(sums),
    methods: sumsByMethod(sums),
    people: people
      .map(([id, rows]) => ({
        id,
        name: id === null ? null : (names.get(id) ?? null),
        total: totalOf(rows),
        methods: sumsByMethod(rows),
      }))
      .toSorted((one, other) => other.total - one.total),
    days: [...Map.groupBy(sums, ({ date }) => date)].map(([date, rows]) => ({ date, total: totalOf(rows) })),
  };
}

/**
 * Returns the money that the caller took today, without that which the business wants counted first
 * unless the caller may read all that was received.
 */
export async function getOwnTakings(context: TenantContext): Promise<OwnTakings> {
  const { caller, now } = context;
  const own = { userId: caller.userId, day: indiaDate(now) };
  const found = await readInOneMessage(context, {
    rules: readDrawerRules({ userId: caller.userId }),
    sums: sumOwn(own),
    rows: listOwnRows({ ...own, limit: mostOwnRows }),
  });
  const rules = onlyRow(found.rules);
  const seesAll = allowed(context, 'revenue.read');
  const isShown = ({ method }: { readonly method: PaymentMethod }) =>
    seesAll || isShownUncounted(rules, method);
  return {
    total: seesAll || !rules.count_first ? totalOf(found.sums) : null,
    methods: sumsByMethod(found.sums).filter(isShown),
    rows: found.rows.map(presentTaking).filter(isShown),
  };
}
