/** The milliseconds for which a time is kept while it is paid. */
export const keptMs = 10 * 60_000;

/** The milliseconds from the first request on in which a visitor may have the time kept again. */
export const keepableMs = 60 * 60_000;

/**
 * The minutes in which a payment is captured, or goes back: as long as the outbox tries to capture it.
 */
export const captureWithin = 24 * 60;

const minuteMs = 60_000;
const day = 24 * 60;
const week = 7 * day;

/** The minutes after an open order at which the provider is asked about it; the last one is a day after the hold. */
const openMinutes = [1, 3, 10, 30, 60, 120, 240, 480, 960, 1450] as const;

/**
 * The minutes after an order that is booked or ended: an account may capture by itself, and a form that is still
 * open may be paid.
 */
const settledMinutes = [30, 1450, week] as const;

/** Returns whether an order that nobody has paid is to end. */
export function isOver(askedAt: Date, now: Date): boolean {
  return minutesSince(askedAt, now) >= (openMinutes.at(-1) ?? 0);
}

interface Known {
  readonly isOpen: boolean;
  /** Whether each payment that the provider has is captured, given back or failed. */
  readonly isSettled: boolean;
}

/** Returns when an order is asked about next; null where nothing more is to be learned. */
export function nextCheck(askedAt: Date, now: Date, { isOpen, isSettled }: Known): Date | null {
  const passed = minutesSince(askedAt, now);
  const planned: number[] = (isOpen ? openMinutes : settledMinutes).filter((minutes) => minutes > passed);
  if (!isSettled) planned.push(Math.min(passed + day, week));
  const next = Math.min(...planned.filter((minutes) => minutes > passed));
  return Number.isFinite(next) ? new Date(askedAt.getTime() + next * minuteMs) : null;
}

/** Returns when an order is asked about again whose question was not answered. */
export function retryCheck(askedAt: Date, now: Date): Date {
  return new Date(now.getTime() + (minutesSince(askedAt, now) < 15 ? 1 : 10) * minuteMs);
}

function minutesSince(askedAt: Date, now: Date): number {
  return (now.getTime() - askedAt.getTime()) / minuteMs;
}

/** The days for which the person of an order, and the events of a provider, are kept. */
export const personDays = 60;
export const eventDays = 30;
