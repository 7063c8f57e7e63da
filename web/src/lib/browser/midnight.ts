import { indiaDate, indiaTime, type LocalDate } from '@samay/contract/core/time';
import { serverNow } from '../api/server-clock.ts';
import { onTimeJump } from './time-jumps.ts';

/**
 * Calls `onDay` at midnight in India, when a device that slept over midnight wakes up, or when the
 * server's clock is on another day. Returns the function that ends it.
 */
export function onMidnight(onDay: (today: LocalDate) => void): () => void {
  let day = indiaDate(serverNow());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const today = indiaDate(serverNow());
    if (today !== day) onDay((day = today));
    clearTimeout(timer);
    timer = setTimeout(check, untilMidnightMs());
  };
  const end = onTimeJump(check);
  check();
  return () => {
    clearTimeout(timer);
    end();
  };
}

/**
 * Returns the milliseconds until midnight. India's offset from UTC is whole minutes, so its seconds
 * are those of UTC.
 */
function untilMidnightMs(): number {
  const at = serverNow();
  const [hour = 0, minute = 0] = indiaTime(at).split(':').map(Number);
  return (24 * 60 - hour * 60 - minute) * 60_000 - (at.getTime() % 60_000);
}
