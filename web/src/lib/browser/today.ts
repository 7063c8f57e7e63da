import { indiaDate, indiaTime, type LocalDate, now } from '@samay/contract/core/time';

/** Calls at midnight in India, or when a device that slept through it wakes; returns how to stop. */
export function watchDay(onDay: (today: LocalDate) => void): () => void {
  let day = indiaDate(now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const today = indiaDate(now());
    if (today !== day) onDay((day = today));
    clearTimeout(timer);
    timer = setTimeout(look, untilMidnightMs());
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** India stands half an hour off UTC, so that seconds are the same everywhere. */
function untilMidnightMs(): number {
  const at = now();
  const [hour = 0, minute = 0] = indiaTime(at).split(':').map(Number);
  return (24 * 60 - hour * 60 - minute) * 60_000 - (at.getTime() % 60_000);
}
