const [years, months, days, halfHours] = [60, 12, 27, 18];
const count = years * months * days * halfHours;

/** Is prime to `count`, and about its golden section: successive times are far apart. */
const step = 216_263;

/**
 * Returns the day and time of the nth booking, from 2030 on and between 9 AM and 6 PM. Each of
 * 349,920 differs, because a doctor whose time is taken is refused; no month fills up.
 */
export function ownTime(n: number): { day: string; time: string } {
  const place = (n * step) % count;
  const halfHour = place % halfHours;
  const day = Math.floor(place / halfHours) % days;
  const month = Math.floor(place / halfHours / days) % months;
  const year = Math.floor(place / halfHours / days / months);
  return {
    day: `${2030 + year}-${twoDigits(month + 1)}-${twoDigits(day + 1)}`,
    time: `${twoDigits(9 + Math.floor(halfHour / 2))}:${halfHour % 2 === 0 ? '00' : '30'}`,
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
