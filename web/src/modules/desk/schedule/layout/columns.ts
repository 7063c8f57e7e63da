import type { Schedule, ScheduledBooking } from '@samay/contract/desk/schedule';
import { addDays, daysBetween, formatWeekday, type LocalDate } from '@samay/contract/core/time';
import type { Place } from './places.ts';
import type { DayRange } from './view.ts';

/**
 * A column of the grid: one day of a doctor or court, of all of them, or of the bookings that
 * occupy none.
 */
export interface Column {
  readonly key: string;
  readonly date: LocalDate;
  readonly title: string;
  /**
   * The number of people who came to a clinic without a booking: they wait in its queue and occupy
   * no time here.
   */
  readonly walkIns?: number;
  /** The place that a booking made here occupies; null if the column leaves it open. */
  readonly place: Place | null;
  readonly of: 'place' | 'all' | 'none';
}

/**
 * Returns the columns of a day: one for each doctor, court or part, and one more for bookings that
 * occupy none of them.
 */
export function dayColumns(
  date: LocalDate,
  {
    places,
    chosen,
    none,
    bookings,
  }: { places: readonly Place[]; chosen: Place | undefined; none: string; bookings: Schedule['bookings'] },
): Column[] {
  const units = places.filter(({ id, units: own }) => own.includes(id));
  const booked = new Set(
    bookings.filter((booking) => booking.date === date).flatMap((booking) => findUnits(booking, places)),
  );
  const shown = units.filter(({ id, isArchived }) =>
    chosen ? chosen.units.includes(id) : !isArchived || booked.has(id),
  );
  if (shown.length === 0) return [{ key: date, date, title: '', place: null, of: 'all' }];
  const isHomeless = bookings.some(
    (booking) => booking.date === date && findUnits(booking, places).length === 0,
  );
  const walkIns = bookings.filter((booking) => booking.date === date && isWalkIn(booking));
  const getWalkIns = (id: string) => walkIns.filter(({ resourceId }) => resourceId === id).length;
  const homeless = walkIns.filter((booking) => findUnits(booking, places).length === 0).length;
  return [
    ...shown.map((place) => ({
      key: place.id,
      date,
      title: place.fullName,
      walkIns: getWalkIns(place.id),
      place,
      of: 'place' as const,
    })),
    ...(isHomeless && !chosen
      ? [{ key: 'none', date, title: none, walkIns: homeless, place: null, of: 'none' as const }]
      : []),
  ];
}

/**
 * Returns whether a booking is a clinic's walk-in, which claims nothing; a turf's walk-in has its
 * court.
 */
export function isWalkIn({ walkIn, doctor }: Pick<ScheduledBooking, 'walkIn' | 'doctor'>): boolean {
  return walkIn && doctor !== null;
}

/** Returns the columns of a week: a day each, of one doctor or court or of all. */
export function weekColumns({ from, to }: DayRange, chosen: Place | undefined): Column[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index);
    return {
      key: date,
      date,
      title: formatWeekday(date),
      place: chosen ?? null,
      of: chosen ? ('place' as const) : ('all' as const),
    };
  });
}

/** Returns the units that a booking occupies; none if it names no known doctor or court. */
export function findUnits(
  { resourceId }: Pick<ScheduledBooking, 'resourceId'>,
  places: readonly Place[],
): readonly string[] {
  return places.find(({ id }) => id === resourceId)?.units ?? [];
}

/** Returns whether a booking of these units is shown in a column. */
export function isIn(column: Column, units: readonly string[]): boolean {
  if (column.of === 'all') return true;
  if (column.of === 'none') return units.length === 0;
  return units.some((unit) => column.place?.units.includes(unit));
}

/**
 * Returns the resource of a booking that is put into a column: a booking of a whole court stays
 * one.
 */
export function resourceIn(
  column: Column,
  booking: Pick<ScheduledBooking, 'resourceId'>,
  places: readonly Place[],
): string | null {
  const { place } = column;
  if (!place || place.units.some((unit) => findUnits(booking, places).includes(unit)))
    return booking.resourceId;
  const isOfWhole = findUnits(booking, places).length > 1;
  return isOfWhole && place.wholeId !== null ? place.wholeId : place.id;
}
