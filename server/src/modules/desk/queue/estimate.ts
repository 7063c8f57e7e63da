/** A person in a doctor's queue, as far as it says when they begin. Times are milliseconds. */
export interface Queued {
  readonly id: string;
  readonly stage: 'in' | 'waiting' | 'expected';
  /** The booked time with the delay that was said; of a walk-in the arrival. Nobody begins before. */
  readonly due: number;
  /** The instant by which the queue orders them: the booked time, or the arrival of who came late. */
  readonly since: number;
  readonly startedAt: number | null;
  /** Whether they are missing ten minutes after their time. */
  readonly isMissing: boolean;
  /** How long visits of their service last with this doctor. */
  readonly visit: Length;
}

/** How long visits last: the typical minutes, and how far they are spread. */
export interface Length {
  readonly minutes: number;
  /** The mean of the same visits, which several in a row add up to. */
  readonly mean: number;
  readonly spread: number;
}

/** When a person begins: between two instants, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The doctor's day so far. */
export interface DoctorsDay {
  readonly now: number;
  /** Whether a visit of the day has begun. */
  readonly hasBegun: boolean;
  /** The instant before which the doctor begins nobody, where they said that they are late. */
  readonly beginsAt?: number | undefined;
}

const minuteMs = 60_000;
/** The most visits that say how long the next ones last. */
export const mostVisits = 20;
/** How many of the longest and of the shortest are left out. */
const leftOut = 2;
/** The fewest visits that say more than the length of the service. */
const fewestVisits = 2 * leftOut + 1;
/** The least part of a visit that is still to come, however long it lasts already. */
const leastRest = 0.4;
/**
 * How many visits follow from one person who has not come yet: some do not come, and others come without
 * a booking before their time. And the square of how far that is spread.
 */
const [visitsOfExpected, visitsSpread] = [1.05, 0.33];
/** How many spreads a span reaches before and after its middle, so that eight of ten begin within it. */
const [before, after] = [1.6, 2];
/** The grid and the longest span, in minutes, and the shortest distance of its ends from its middle. */
const [grid, longest, shortest] = [5, 60, 5];
const gridMs = grid * minuteMs;
/** The minutes after the first booked time at which a doctor who has not begun is late. */
const lateAfterMinutes = 10;

/**
 * Computes how long visits of a service last with a doctor, from the minutes of the last ones: the median
 * without the longest and shortest two. Fewer than five say nothing yet: then it is the service's length.
 */
export function lengthOf(visits: readonly number[], serviceMinutes: number): Length {
  if (visits.length < fewestVisits)
    return { minutes: serviceMinutes, mean: serviceMinutes, spread: serviceMinutes / 2 };
  const sorted = visits.toSorted((one, other) => one - other).slice(leftOut, visits.length - leftOut);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  const distances = sorted.map((minutes) => (minutes - median) ** 2);
  const spread = Math.sqrt(distances.reduce((sum, each) => sum + each, 0) / distances.length);
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  // The longest that are left out are as real as the others: half of the median is the least spread.
  return { minutes: median, mean, spread: Math.max(spread, median / 2) };
}

/**
 * Returns whether a doctor has not begun ten minutes after the first time of the day: they are late. People who are
 * missing do not count, since the doctor may wait for them.
 */
export function isDoctorLate(queue: readonly Queued[], { now, hasBegun }: DoctorsDay): boolean {
  if (hasBegun || queue.some(({ stage }) => stage === 'in')) return false;
  const first = Math.min(...queue.filter(({ isMissing }) => !isMissing).map(({ due }) => due));
  return now > first + lateAfterMinutes * minuteMs;
}

/**
 * Estimates when each person of a doctor's queue begins, in spans on a grid of five minutes. It is
 * never before their time. Nobody has a span while the doctor is late and has not said until when.
 */
export function estimateStarts(queue: readonly Queued[], day: DoctorsDay): Map<string, Span> {
  const spans = new Map<string, Span>();
  const { now, beginsAt } = day;
  const inside = queue.filter(({ stage }) => stage === 'in');
  const others = queue
    .filter(({ stage }) => stage !== 'in')
    .toSorted((one, other) => one.since - other.since);
  if (beginsAt === undefined && isDoctorLate(queue, day)) return spans;
  const rests = inside.map(({ startedAt, visit: { minutes } }) =>
    Math.max(minutes - (now - (startedAt ?? now)) / minuteMs, minutes * leastRest),
  );
  const earliest = Math.max(now, beginsAt ?? now);
  let free = Math.max(earliest, now + Math.max(0, ...rests) * minuteMs);
  let variance = inside.reduce((sum, { visit }) => Math.max(sum, (visit.spread * 0.8) ** 2), 0);
  for (const { id, stage, due, isMissing, visit } of others) {
    spans.set(id, makeSpan(free, Math.sqrt(variance), { due, earliest: Math.max(due, earliest) }));
    const begins = notBefore(due, free, variance);
    const isExpected = stage === 'expected';
    const visits = isMissing ? 0 : isExpected ? visitsOfExpected : 1;
    free = begins.middle + visit.mean * visits * minuteMs;
    variance =
      begins.variance + visits * visit.spread ** 2 + (isExpected ? visitsSpread * visit.mean ** 2 : 0);
  }
  return spans;
}

/**
 * Computes when a visit begins whose doctor is free at an uncertain time, and which begins not before
 * another: the middle and the variance of the later of both (Clark 1961), in minutes squared.
 */
function notBefore(due: number, free: number, variance: number): { middle: number; variance: number } {
  const spread = Math.sqrt(variance);
  if (spread === 0) return { middle: Math.max(due, free), variance };
  const ahead = (free - due) / minuteMs;
  const ratio = ahead / spread;
  const density = Math.exp((-ratio * ratio) / 2) / Math.sqrt(2 * Math.PI);
  const chance = 1 / (1 + Math.exp(-1.702 * ratio));
  const mean = ahead * chance + spread * density;
  const square = (ahead * ahead + variance) * chance + ahead * spread * density;
  return { middle: due + mean * minuteMs, variance: Math.max(0, square - mean * mean) };
}

/**
 * Returns the span around a time, widened to the grid and bounded. It may begin on the grid before the
 * earliest instant, such as the present, but not before the person's time.
 */
function makeSpan(
  middle: number,
  spread: number,
  { due, earliest }: { readonly due: number; readonly earliest: number },
): Span {
  const down = (at: number) => Math.floor(at / gridMs) * gridMs;
  const from = Math.max(middle - Math.max(before * spread, shortest) * minuteMs, earliest);
  const to = Math.max(middle, earliest) + Math.max(after * spread, shortest) * minuteMs;
  const begins = Math.max(down(from), due);
  return { from: begins, to: Math.min(-down(-to), begins + longest * minuteMs) };
}
