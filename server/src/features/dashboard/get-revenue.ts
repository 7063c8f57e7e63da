import { averagePaise } from '@samay/contract/money';
import { inTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { sumRevenue } from './queries.ts';

interface Input {
  readonly query: { readonly from: string; readonly to: string };
}

/** Revenue of a range of days, both ends included, in paise; the average is rounded to a rupee. */
export async function getRevenue(context: TenantContext, { query }: Input): Promise<{ total: number; bookings: number; average: number }> {
  const { total, bookings } = await inTenant(context, (tx) => sumRevenue(tx, query.from, query.to));
  return { total, bookings, average: averagePaise(total, bookings) };
}
