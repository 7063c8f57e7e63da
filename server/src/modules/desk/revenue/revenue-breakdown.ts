import { classifyPaymentMethod, type PaymentMethod } from '@samay/contract/core/money';
import type { RevenueBreakdown } from '@samay/contract/desk/revenue';
import { partAround, type PartSize, partSizeOf } from '@samay/contract/desk/revenue-parts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type Sum, sumByDay, sumByPaymentText } from './queries.ts';
import type { DayRange } from '@samay/contract/core/day-range';

/**
 * Returns the revenue by day (or by longer parts, where there are too many days) and by payment
 * method, for the plots.
 */
export async function getRevenueBreakdown(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<RevenueBreakdown> {
  const { days, texts } = await readInOneMessage(context, {
    days: sumByDay(query),
    texts: sumByPaymentText(query),
  });
  const by = partSizeOf(query);
  return { by, parts: byPart(days, by, query), methods: byMethod(texts) };
}

/** Sums by part. The days are sorted, so each belongs to the last part or starts a new one. */
function byPart(
  days: readonly (Sum & { date: string })[],
  by: PartSize,
  range: DayRange,
): RevenueBreakdown['parts'] {
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

/** Merges the texts of a payment method: methods are stored as typed. */
function byMethod(texts: readonly (Sum & { text: string })[]): RevenueBreakdown['methods'] {
  const methods = new Map<PaymentMethod, Sum>();
  for (const { text, total, bookings } of texts) {
    const method = classifyPaymentMethod(text);
    const sum = methods.get(method) ?? { total: 0, bookings: 0 };
    methods.set(method, { total: sum.total + total, bookings: sum.bookings + bookings });
  }
  return [...methods].map(([method, sum]) => ({ method, ...sum })).toSorted((a, b) => b.total - a.total);
}
