import { classifyPaymentMethod, type PaymentMethod } from '@samay/contract/core/money';
import type { RevenueBreakdown } from '@samay/contract/bookings/revenue';
import { partAround, type PartSize, partSizeOf } from '@samay/contract/bookings/revenue-parts';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type DayRange, type Sum, sumByDay, sumByPaymentText } from './queries.ts';

/** The same sums as `getRevenue`, once by day (or longer parts, where days are too many) and once by payment method: what plots are drawn from. */
export async function getRevenueBreakdown(context: TenantContext, { query }: { query: DayRange }): Promise<RevenueBreakdown> {
  return readInTenant(context, async (tx) => {
    const by = partSizeOf(query);
    const parts = byPart(await sumByDay(tx, query), by, query);
    return { by, parts, methods: byMethod(await sumByPaymentText(tx, query)) };
  });
}

/** The days come in order, so each part is the last one or a new one. */
function byPart(days: readonly (Sum & { date: string })[], by: PartSize, range: DayRange): RevenueBreakdown['parts'] {
  const parts: RevenueBreakdown['parts'] = [];
  for (const { date, total, bookings } of days) {
    const last = parts.at(-1);
    if (last && date <= last.to) {
      last.total += total;
      last.bookings += bookings;
    } else parts.push({ ...partAround(date, by, range), total, bookings });
  }
  return parts;
}

/** Payments are stored as they were written; several texts may mean one method. */
function byMethod(texts: readonly (Sum & { text: string })[]): RevenueBreakdown['methods'] {
  const methods = new Map<PaymentMethod, Sum>();
  for (const { text, total, bookings } of texts) {
    const method = classifyPaymentMethod(text);
    const sum = methods.get(method) ?? { total: 0, bookings: 0 };
    methods.set(method, { total: sum.total + total, bookings: sum.bookings + bookings });
  }
  return [...methods].map(([method, sum]) => ({ method, ...sum })).toSorted((a, b) => b.total - a.total);
}
