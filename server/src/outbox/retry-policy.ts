/** The lease of a claimed effect; a handler must end well before. */
export const leaseMs = 60_000;

/**
 * The most concurrent deliveries of a process. Providers answer in about 300 ms: it sends the 80 a second
 * that WhatsApp takes from a number, and one that hangs does not block the others.
 */
export const concurrency = 24;

/** The most effects that a business gets claimed in its turn. */
export const mostInTurn = 8;

/** The time after which a due and unclaimed effect is overdue. */
export const overdueMs = 15 * 60_000;

const longestDelayMs = 3_600_000;
const doublingDelays = 11; // 2 s, 4 s, … 2048 s; the next would exceed the hour

/**
 * The number of attempts that fit into 24 hours of backoff. Attempts are counted rather than hours,
 * so that a pause of the business or of the mail server's settings uses none of them.
 */
export const maxAttempts =
  1 +
  doublingDelays +
  Math.floor((24 * longestDelayMs - (2 ** (doublingDelays + 1) - 2) * 1000) / longestDelayMs);

/** Returns whether an effect that fails in its present attempt is given up. */
export function isLastTry({ attempts }: { readonly attempts: number }): boolean {
  return attempts >= maxAttempts;
}

/**
 * Returns milliseconds until the next attempt: min(2^n s, 1 h), plus up to a fifth of jitter, so
 * that effects that failed together retry apart.
 */
export function backoffMs(attempts: number, random: number): number {
  const base = attempts > doublingDelays ? longestDelayMs : 2 ** attempts * 1000;
  return Math.round(base * (1 + random / 5));
}

/** The days that finished effects are kept, to answer when something was sent. */
export const retentionDays = 30;
