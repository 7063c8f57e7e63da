import type { ClosedPeriod, CloseSums, listCloses as contract } from '@samay/contract/ledger/closes';
import type { DayRange } from '@samay/contract/core/day-range';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { indiaDate } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { sumsByMethod, totalOf } from '../rows/payment-rows.ts';
import { type CorrectedClose, listClosesBefore, listStandingCloses } from '../drawers/close-queries.ts';
import { openPeriods, presentDrawers } from '../drawers/get.ts';
import { presentClose, presentCorrections, presentEntries } from '../drawers/present.ts';
import { expectedCash } from '../drawers/sums.ts';

const pageSize = 50;

/** The key from which a list of closes begins. */
const newest = { micros: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists the closes of all drawers on a range of days with their petty cash, newest first. */
export async function listCloses(
  context: TenantContext,
  { query: { cursor, ...days } }: { query: DayRange & { cursor?: string | undefined } },
): Promise<ReplyOf<typeof contract>> {
  const { tenantId } = context;
  const place = readCursor(cursor) ?? newest;
  const { closes, ...found } = await readInOneMessage(context, {
    ...openPeriods,
    closes: listClosesBefore({ ...days, ...place, limit: pageSize + 1 }),
  });
  const { states } = presentDrawers(context, found);
  const mayReopen = allowed(context, 'payments.refund') && !context.caller.tenant?.suspended;
  return makePage(closes, pageSize, (row): ClosedPeriod => ({
    ...presentClose(row, states.get(row.drawer_id), { tenantId, mayReopen }),
    ...presentEntries(row.entries),
    corrections: presentCorrections(row.corrections),
    corrected: row.corrected_paise,
  }));
}

/** Sums the closes of all drawers on a range of days, without those that were reopened. */
export async function sumCloses(context: TenantContext, { query }: { query: DayRange }): Promise<CloseSums> {
  const { closes } = await readInOneMessage(context, { closes: listStandingCloses(query) });
  return addUp(closes);
}

/** Adds closes up that were not reopened. */
export function addUp(closes: readonly CorrectedClose[]): CloseSums {
  const differences = closes.map((close) => ({
    date: indiaDate(close.closed_at),
    paise: close.counted_paise - expectedCash(close),
  }));
  const methods = closes.flatMap((close) =>
    Object.entries(close.methods).map(([method, total]) => ({ method, total })),
  );
  return {
    count: closes.length,
    methods: sumsByMethod(methods),
    cashIn: totalOf(closes.map(({ cash_in_paise: total }) => ({ total }))),
    cashOut: totalOf(closes.map(({ cash_out_paise: total }) => ({ total }))),
    expenses: totalOf(closes.map(({ expenses_paise: total }) => ({ total }))),
    handedOver: totalOf(closes.map(({ handed_over_paise: total }) => ({ total }))),
    corrected: totalOf(closes.map(({ corrected_paise: total }) => ({ total }))),
    ...apart(differences),
    days: [...Map.groupBy(differences, ({ date }) => date)]
      .map(([date, ofDay]) => ({ date, ...apart(ofDay) }))
      .filter(({ missing, tooMuch }) => missing !== 0 || tooMuch !== 0),
  };
}

/** Sums what is missing and what is too much, each by itself. */
function apart(differences: readonly { readonly paise: number }[]) {
  return {
    missing: differences.reduce((sum, { paise }) => sum + Math.min(paise, 0), 0),
    tooMuch: differences.reduce((sum, { paise }) => sum + Math.max(paise, 0), 0),
  };
}
