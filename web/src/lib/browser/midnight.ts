import { indiaDate, indiaTime, type LocalDate, now } from '@samay/contract/core/time';

/**
 * Calls at midnight in India, or when a device that slept over midnight wakes up. Returns the
 * function that ends it.
 */
export function onMidnight(onDay: (today: LocalDate) => void): () => void {
  let day = indiaDate(now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const today = indiaDate(now());
    if (today !== day) onDay((day = today));
    clearTimeout(timer);
    timer = setTimeout(check, untilMidnightMs());
  };
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/** India's offset from UTC is whole minutes, so seconds are the same as in UTC. */
function untilMidnightMs(): number {
  const at = now();
  const [hour = 0, minute = 0] = indiaTime(at).split(':').map(Number);
  return (24 * 60 - hour * 60 - minute) * 60_000 - (at.getTime() % 60_000);
}
