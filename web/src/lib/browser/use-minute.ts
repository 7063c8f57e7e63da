import { indiaDate, indiaTime, now } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';

/**
 * The minute in India, `2026-11-22 18:05`: what shows which times are over renders again when it
 * ends.
 */
export function useMinute(): string {
  return useSyncExternalStore(onTick, minuteNow);
}

export function minuteNow(): string {
  const at = now();
  return `${indiaDate(at)} ${indiaTime(at)}`;
}

/**
 * Renders nothing while the minute is the same; a device that slept wakes up with the right one.
 */
function onTick(check: () => void): () => void {
  const timer = setInterval(check, 5_000);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
