import { addDays, indiaDate, indiaTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';

/** When a night begins and ends in India: hours of an evening that pass midnight are over by then. */
const [nightBegins, nightEnds] = ['18:00', '04:00'] as const;

/**
 * The day in India at an instant, in the evening with the night that follows, and after midnight with the
 * evening before.
 */
export interface Sitting {
  readonly day: LocalDate;
  /** The bookings that start from `from` on and before `to` are of it. */
  readonly from: Date;
  readonly to: Date;
  /** The instant from which visits that have begun are of it. */
  readonly since: Date;
  /** The next instant at which the clock makes another one. */
  readonly changesAt: Date;
}

/** Returns the sitting of an instant. */
export function sittingAt(now: Date): Sitting {
  const day = indiaDate(now);
  const time = indiaTime(now);
  const tomorrow = addDays(day, 1);
  const ofEvening = instantOf(addDays(day, -1), nightBegins);
  const midnight = instantOf(tomorrow, '00:00');
  const dawn = instantOf(day, nightEnds);
  if (time < nightEnds) return { day, from: ofEvening, to: midnight, since: ofEvening, changesAt: dawn };
  const from = instantOf(day, '00:00');
  if (time < nightBegins)
    return { day, from, to: midnight, since: dawn, changesAt: instantOf(day, nightBegins) };
  return { day, from, to: instantOf(tomorrow, nightEnds), since: dawn, changesAt: midnight };
}

/** Returns whether a booking that starts at an instant is of a sitting. */
export function isOfSitting(starts: Date, { from, to }: Pick<Sitting, 'from' | 'to'>): boolean {
  return starts >= from && starts < to;
}

function instantOf(date: LocalDate, time: LocalTime): Date {
  return new Date(`${date}T${time}:00+05:30`);
}
