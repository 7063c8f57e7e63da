import { now } from '@samay/contract/core/now';

const offsetKey = 'samay-clock';
/** The tolerated difference, more than HTTP's whole seconds and a slow network explain. */
export const toleranceMs = 120_000;

/**
 * Returns the server's time, within two minutes: the device's own clock may be wrong. Everything
 * that depends on today or on this minute uses this function; durations alone are measured with the
 * device's clock.
 */
export function serverNow(): Date {
  return new Date(now().getTime() + clockOffsetMs());
}

/**
 * Returns the milliseconds by which the server's clock is ahead of the device's; 0 within the
 * tolerance. Stored on the device for its other tabs, its next visit and the offline page.
 */
export function clockOffsetMs(): number {
  return Number(localStorage.getItem(offsetKey));
}

/**
 * Compares the clocks by the Date header of an answer that has just arrived to a request of
 * `sentAt`. An answer that took longer than two minutes is ignored: the device slept, or its clock
 * was set in between. A new offset is announced by an event that other tabs get too.
 */
export function compareClocks(date: string | null, sentAt: Date): void {
  const at = serverNow().getTime();
  const error = Date.parse(date ?? '') - at;
  if (Math.abs(error) > toleranceMs && at - sentAt.getTime() < toleranceMs) {
    localStorage.setItem(offsetKey, `${clockOffsetMs() + error}`);
    dispatchEvent(new Event('storage'));
  }
}
