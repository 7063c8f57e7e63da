import type { listTransactions as endpoint } from '@samay/contract/desk/revenue';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { wording } from '@samay/contract/core/wording';
import { onlyRow } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { readShown } from '../../visibility/index.ts';
import { presentTransaction } from './present.ts';
import { cursorsByTime, getKey } from './cursor.ts';
import { countHiddenRevenue, listRevenueRows, type Narrowed } from './queries.ts';
import type { DayRange } from '@samay/contract/core/day-range';

interface Input {
  readonly query: DayRange & Narrowed & { readonly cursor?: string | undefined; readonly limit: number };
}

/**
 * Returns a page of the bookings behind the sum that the plan shows, newest first, all or those of
 * a method or a resource, and the number of hidden ones.
 */
export async function listTransactions(
  context: TenantContext,
  { query }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const { from, to, method, resource, limit } = query;
  const asked = { from, to, method, resource };
  const after = cursorsByTime.read(query.cursor);
  const { rows } = await readShown(context, (view) => ({
    // One row more than a page shows whether there is a next page.
    found: listRevenueRows(view, { ...asked, after, limit: limit + 1 }),
    hidden: countHiddenRevenue(view, asked),
  }));
  const words = wording[context.businessType];
  return {
    ...cursorsByTime.makePage(rows.found, limit, {
      getKey,
      present: (row) => presentTransaction(row, words),
    }),
    hidden: rows.hidden ? onlyRow(rows.hidden).count : 0,
  };
}
