import { useSyncExternalStore } from 'react';
import { clockOffsetMs, toleranceMs } from '../api/server-clock.ts';
import { onTimeJump } from './time-jumps.ts';

/**
 * Returns the milliseconds by which this device's clock is ahead of the server's, negative when it
 * is behind; 0 within two minutes.
 */
export function useClockError(): number {
  return useSyncExternalStore(onTimeJump, clockErrorMs);
}

function clockErrorMs(): number {
  const aheadMs = -clockOffsetMs();
  return Math.abs(aheadMs) > toleranceMs ? aheadMs : 0;
}
