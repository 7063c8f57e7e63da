import type { Appointment, NewAppointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { addDays, daysBetween, type LocalDate, type LocalTime } from '@samay/contract/core/time';

/** The usual numbers of weeks until a next visit. */
export const weekChoices = [1, 2, 3, 4, 6, 12] as const;

/** The days around the wanted one on which free starts are offered if that day has none. */
export const daysAround = 6;

export interface Wanted {
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/**
 * Returns the day some weeks after a visit, or after today if that is later, at the visit's time.
 */
export function wantedStart(
  { date, time }: Pick<Appointment, 'date' | 'time'>,
  weeks: number,
  today: LocalDate,
): Wanted {
  return { date: addDays(date > today ? date : today, weeks * 7), time };
}

/** Returns the free start of the wanted day that is nearest to the wanted time. */
export function startOn(slots: readonly Slot[], wanted: Wanted): Slot | undefined {
  return nearest(
    slots.filter(({ date }) => date === wanted.date),
    wanted,
  )[0];
}

/**
 * Returns, for each of the three nearest days with a free start, the one nearest to the wanted
 * time, by day.
 */
export function startsAround(slots: readonly Slot[], wanted: Wanted): Slot[] {
  const days = [...new Set(slots.map(({ date }) => date))].toSorted(
    (a, b) =>
      Math.abs(daysBetween(wanted.date, a)) - Math.abs(daysBetween(wanted.date, b)) || a.localeCompare(b),
  );
  const found = days.slice(0, 3).flatMap((date) => startOn(slots, { ...wanted, date }) ?? []);
  return found.toSorted((a, b) => a.date.localeCompare(b.date));
}

/** Builds the request of the next visit with the person, doctor and service of this one. */
export function nextBody(
  visit: Appointment,
  at: Pick<Slot, 'date' | 'time'> & { readonly resourceId?: string | null },
): NewAppointment {
  const { personName, personEmail, personContact, doctor, serviceId } = visit;
  const resourceId = at.resourceId ?? visit.resourceId;
  // Omits the doctor's name if another doctor was chosen.
  const isSame = resourceId === visit.resourceId;
  return {
    personName,
    ...(personEmail !== null && { personEmail }),
    ...(personContact !== null && { personContact }),
    date: at.date,
    time: at.time,
    ...(isSame && doctor !== null && { doctor }),
    ...(resourceId !== null && { resourceId }),
    ...(serviceId !== null && { serviceId }),
  };
}

function nearest(slots: readonly Slot[], { time }: Wanted): Slot[] {
  return slots.toSorted(
    (a, b) =>
      Math.abs(getMinutes(a.time) - getMinutes(time)) - Math.abs(getMinutes(b.time) - getMinutes(time)),
  );
}

function getMinutes(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
