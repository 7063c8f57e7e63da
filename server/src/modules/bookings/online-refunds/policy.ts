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

/** Returns the provider's idempotency key of a refund, letters and digits: another one for each try of an owner. */
export function keyOf({ id, tries }: Pick<RefundRow, 'id' | 'tries'>): string {
  return `${id.replaceAll('-', '')}${tries === 0 ? '' : `t${tries}`}`;
}
