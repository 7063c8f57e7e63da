import { classifyPaymentMethod, type PaymentMethod } from '@samay/contract/money';
import type { RevenueBreakdown } from '@samay/contract/revenue';
import { readInTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { type DayRange, type Sum, sumByDay, sumByPaymentText } from './queries.ts';

/** The same sums as `getRevenue`, once by day and once by payment method: what plots are drawn from. */
export async function breakRevenueDown(context: TenantContext, { query }: { query: DayRange }): Promise<RevenueBreakdown> {
  return readInTenant(context, async (tx) => {
    const days = await sumByDay(tx, query);
    return { days, methods: byMethod(await sumByPaymentText(tx, query)) };
  });
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
