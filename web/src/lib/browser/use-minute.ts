import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { onTimeJump } from './time-jumps.ts';

/**
 * The minute in India, `2026-11-22 18:05`: what shows which times are over renders again when it
 * ends.
 */
export function useMinute(): string {
  return useSyncExternalStore(onTick, minuteNow);
}

export function minuteNow(): string {
  const at = serverNow();
  return `${indiaDate(at)} ${indiaTime(at)}`;
}

/**
 * Renders nothing while the minute is the same; a device that slept wakes up with the right one.
 */
function onTick(check: () => void): () => void {
  const timer = setInterval(check, 5_000);
  const end = onTimeJump(check);
  return () => {
    clearInterval(timer);
    end();
  };
}
