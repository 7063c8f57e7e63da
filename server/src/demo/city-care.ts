import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { addDays, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { cityCare } from './accounts.ts';
import { bookedBefore, type DemoBooking, withReferences } from './booking.ts';
import { type OccupyingBooking, overbook } from './occupy.ts';
import type { TimeSetup } from './time-setup.ts';
import { SeededRandom } from './seeded-random.ts';
import { clinicTimes, demoDays, isSunday } from './days-and-hours.ts';
import { clinicFees, unpaid } from './generate-payment.ts';
import { type Booker, patients, getRegulars } from './people.ts';
import { type Occasion, occasionToday, statusOn, generateBooking } from './generate-booking.ts';

const names = cityCare.members.filter(({ role }) => role === 'DOCTOR').map(({ name }) => name);
/** The doctors, each several times, so that only a few appointments have the default one. */
const doctors = [...names, ...names, ...names, ...names, defaultDoctor];

/**
 * Generates the clinic's bookings, equal for equal instants: Sundays closed, four to nine
 * appointments a day, at most six on quiet days. That is far below Premium's 250 a month.
 */
export function cityCareBookings(now: Date): DemoBooking[] {
  const today = indiaDate(now);
  const { quiet, recent } = demoDays(now);
  const bookingsOn = (
    random: SeededRandom,
    days: readonly LocalDate[],
    busiest: number,
    bookers: readonly Booker[],
  ) =>
    days
      .filter((day) => !isSunday(day))
      .flatMap((day) => occasionsOn(random, day, today, busiest))
      .map((occasion) => generateBooking(random, occasion, { bookers, doctors, fees: clinicFees, now }));
  return withReferences([
    ...bookingsOn(new SeededRandom(20_254), quiet, 6, getRegulars(patients)),
    ...bookingsOn(new SeededRandom(20_251), recent, 9, patients),
  ]);
}

function occasionsOn(random: SeededRandom, date: LocalDate, today: LocalDate, busiest: number): Occasion[] {
  // Squared, so that quiet days are more frequent than busy ones.
  const times = random.sample(clinicTimes, 4 + Math.floor((busiest - 3) * random.next() ** 2));
  return times.map((time, place) =>
    date === today
      ? occasionToday(date, time, place, times.length)
      : { date, time, status: statusOn(random, date, today) },
  );
}

/**
 * Creates an overbooking for high fever over an appointment of today, or of the next open day; none
 * if there is no such appointment.
 */
export function emergencyToday(
  random: SeededRandom,
  { setup, bookings }: { readonly setup: TimeSetup | null; readonly bookings: readonly OccupyingBooking[] },
  now: Date,
): OccupyingBooking[] {
  const today = indiaDate(now);
  const day = isSunday(today) ? addDays(today, 1) : today;
  const over = bookings.find(
    ({ date, status, occupied }) => date === day && status === 'scheduled' && occupied !== null,
  );
  if (!setup || !over) return [];
  const createdAt = bookedBefore(random, over.date, now);
  const booking = {
    id: random.uuid(),
    reference: `booking_${createdAt.getTime()}`,
    booker: random.pick(patients),
    doctor: over.doctor,
    date: over.date,
    time: over.time,
    status: 'scheduled' as const,
    ...unpaid,
    arrivedAt: null,
    createdAt,
    updatedAt: new Date(createdAt.getTime() + 60_000),
  };
  return [overbook(setup, booking, over, 'Emergency: high fever')];
}
