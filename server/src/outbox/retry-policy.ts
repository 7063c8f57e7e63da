/** How long a delivery is held by who has taken it; each must end well before. */
export const leaseMs = 60_000;

/** Deliveries under way at once in a process: one that hangs leaves the others their places. */
export const atOnce = 8;

/** What has been due for so long was forgotten by the worker. */
export const lateMs = 15 * 60_000;

const longestDelayMs = 3_600_000;
const doublingDelays = 11; // 2 s, 4 s, … 2048 s; the next would pass the hour

/** So many waits make up 24 hours. Attempts are counted and not hours, so that a pause of the business or of the mail server's settings costs none. */
export const mostAttempts =
  1 + doublingDelays + Math.floor((24 * longestDelayMs - (2 ** (doublingDelays + 1) - 2) * 1000) / longestDelayMs);

/** Milliseconds until the next try after so many: min(2^n s, 1 h), and up to a fifth more, so that what failed together comes back apart. */
export function delayMs(attempts: number, random: number): number {
  const base = attempts > doublingDelays ? longestDelayMs : 2 ** attempts * 1000;
  return Math.round(base * (1 + random / 5));
}

/** What was delivered or given up is kept this long, for questions about what went out when. */
export const keptDays = 30;

/** Kinds whose payload names nobody: given up, they can be tried again by hand, so it is kept. */
export function holdsIdsOnly(kind: string): boolean {
  return ['calendar.create', 'calendar.move', 'calendar.cancel', 'webhook.calendar_event', 'webhook.cancel', 'booking.mail'].includes(kind);
}
