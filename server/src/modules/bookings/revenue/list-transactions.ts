import type { listTransactions as endpoint } from '@samay/contract/bookings/revenue';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { presentTransaction } from './present.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { countHiddenRevenue, type DayRange, listRevenueRows } from './queries.ts';

interface Input {
  readonly query: DayRange & { readonly cursor?: string | undefined; readonly limit: number };
}

/** A page of the bookings behind the sum, newest first, that the plan shows, and the number of those that it hides. */
export async function listTransactions(context: TenantContext, { query }: Input): Promise<ReplyOf<typeof endpoint>> {
  const { from, to, limit } = query;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility };
    // One row more than a page shows whether there is a next page.
    const rows = await listRevenueRows(tx, { from, to }, view, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? writeCursor(page.at(-1)) : null;
    return { items: page.map(presentTransaction), next, hidden: await countHiddenRevenue(tx, { from, to }, view) };
  });
}
