import { leastOnlinePaise } from '@samay/contract/public/online-booking';
import type { OnlineRow } from './settings-queries.ts';
import type { Shown } from './shown.ts';

/**
 * Computes what a visitor pays before a time of a service is booked, in paise: a deposit, at most the price,
 * or all of the price. 0 where nothing is due, where the business can take nothing online, and where it is
 * less than a provider takes.
 * @param pricePaise of the whole time; null where the service has no price
 */
export function dueOnline(
  { payments, paysBy }: Pick<Shown, 'payments' | 'paysBy'>,
  serviceId: string,
  pricePaise: number | null,
): number {
  const row = paysBy === null ? undefined : payments.find(({ service_id: id }) => id === serviceId);
  if (!row) return 0;
  const due = row.takes === 'all' ? (pricePaise ?? 0) : computeDeposit(row.deposit_paise, pricePaise);
  return due < leastOnlinePaise ? 0 : due;
}

function computeDeposit(deposit: number | null, price: number | null): number {
  return Math.min(deposit ?? 0, price ?? Number.POSITIVE_INFINITY);
}

/** Computes what a visitor pays by UPI where no code leads to the booking, in paise: 0 where the business has no UPI id. */
export function dueByUpi(
  shown: Pick<Shown, 'payments' | 'paysBy' | 'upiId'>,
  serviceId: string,
  pricePaise: number | null,
): number {
  return shown.upiId === null ? 0 : dueOnline(shown, serviceId, pricePaise);
}

/** Returns which part of the money goes back when its person cancels in time, in per cent. */
export function percentOf({
  refund_rule: rule,
  refund_percent: percent,
}: Pick<OnlineRow, 'refund_rule' | 'refund_percent'>): number {
  return { all: 100, part: percent, none: 0 }[rule];
}
