import type { ProviderRefund } from '../../../adapters/payments/port.ts';
import type { RefundRow } from '../../online-payments/index.ts';

const minuteMs = 60_000;

/** How often the provider is asked about a refund, by its age: most are done within some days. */
const steps = [
  { until: 60 * minuteMs, every: 10 * minuteMs },
  { until: 24 * 60 * minuteMs, every: 60 * minuteMs },
  { until: Number.POSITIVE_INFINITY, every: 24 * 60 * minuteMs },
] as const;

/** Returns when the provider is asked about a refund next. */
export function nextCheckAt({ asked_at: at }: Pick<RefundRow, 'asked_at'>, now: Date): Date {
  const age = now.getTime() - at.getTime();
  const { every } = steps.find(({ until }) => age < until) ?? steps[2];
  return new Date(now.getTime() + every);
}

/**
 * Returns the provider's idempotency key of a refund, letters and digits: another one for each try of an owner. It is
 * the refund's receipt there too, by which what the provider reports is known (`readReceipt`).
 */
export function composeKey({ id, tries }: Pick<RefundRow, 'id' | 'tries'>): string {
  return `${id.replaceAll('-', '')}${tries === 0 ? '' : `t${tries}`}`;
}

/** Reads which refund, and which try of it, a receipt names; undefined for one that is not ours. */
export function readReceipt(receipt: string | null): Pick<RefundRow, 'id' | 'tries'> | undefined {
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})(?:t(\d{1,9}))?$/.exec(
    receipt ?? '',
  );
  if (!parts) return undefined;
  return { id: parts.slice(1, 6).join('-'), tries: Number(parts[6] ?? 0) };
}

/** Returns whether the provider speaks of the present try of a refund, and not of one that has failed before. */
export function isPresentTry(
  { id, tries, provider_refund_id: refundId }: Pick<RefundRow, 'id' | 'tries' | 'provider_refund_id'>,
  given: Pick<ProviderRefund, 'id' | 'receipt'>,
): boolean {
  if (refundId !== null) return given.id === refundId;
  const named = readReceipt(given.receipt);
  return named?.id === id && named.tries === tries;
}

/**
 * Finds what the provider made of a refund, in whichever try, among what went back of its payment; undefined
 * where it made nothing, or where that has failed.
 */
export function findMade(
  { id }: Pick<RefundRow, 'id'>,
  all: readonly ProviderRefund[],
): ProviderRefund | undefined {
  return all.find(({ receipt, status }) => status !== 'failed' && readReceipt(receipt)?.id === id);
}
