/** The milliseconds for which a time is kept while it is paid. */
export const keptMs = 10 * 60_000;

/** The milliseconds from the first request on in which a visitor may have the time kept again. */
export const keepableMs = 60 * 60_000;

/**
 * The minutes in which a payment is captured, or goes back: as long as the outbox tries to capture it.
 */
export const captureWithin = 24 * 60;

/** The minutes after an order at which the provider is asked about it; the last one is a day after the hold. */
export const checkMinutes = [1, 3, 10, 30, 60, 120, 240, 480, 960, 1450] as const;

/** Returns when an order is asked about that was asked about `checks` times; an hour later after the last time. */
export function nextCheck(askedAt: Date, checks: number, now: Date): Date {
  const minutes = checkMinutes[checks];
  const planned = minutes === undefined ? 0 : askedAt.getTime() + minutes * 60_000;
  return new Date(
    planned > now.getTime() ? planned : now.getTime() + (minutes === undefined ? 3_600_000 : 0),
  );
}

/** The days for which the person of an order, and the events of a provider, are kept. */
export const personDays = 60;
export const eventDays = 30;
