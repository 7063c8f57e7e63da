import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { onTimeJump } from './time-jumps.ts';

/**
 * Returns the minute in India, `2026-11-22 18:05`; the component renders again when it ends, to
 * show which times are over.
 */
export function useMinute(): string {
  return useSyncExternalStore(onTick, minuteNow);
}

export function minuteNow(): string {
  const at = serverNow();
  return `${indiaDate(at)} ${indiaTime(at)}`;
}

/**
 * Calls `check` every five seconds and after a time jump, such as the wake-up of a device that
 * slept. An unchanged minute renders nothing.
 */
function onTick(check: () => void): () => void {
  const timer = setInterval(check, 5_000);
  const end = onTimeJump(check);
  return () => {
    clearInterval(timer);
    end();
  };
}
