import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import { type DemoBooking, withReferences } from './booking.ts';
import { SeededRandom } from './seeded-random.ts';
import { demoDays, isWeekend, weekendTurfTimes, workdayTurfTimes } from './days-and-hours.ts';
import { turfFees } from './generate-payment.ts';
import { type Booker, players, getRegulars } from './people.ts';
import { statusOn, generateBooking } from './generate-booking.ts';

/**
 * Generates the ground's bookings: one to three on workdays, before and after work, and more at
 * weekends; fewer on quiet days.
 */
export function greenTurfBookings(now: Date): DemoBooking[] {
  const today = indiaDate(now);
  const { quiet, recent } = demoDays(now);
  const bookingsOn = (
    random: SeededRandom,
    days: readonly LocalDate[],
    fewer: number,
    bookers: readonly Booker[],
  ) =>
    days
      .flatMap((date) => {
        const times = isWeekend(date)
          ? random.sample(weekendTurfTimes, random.between(4, 6 - fewer))
          : random.sample(workdayTurfTimes, random.between(1, 3 - fewer));
        return times.map((time) => ({ date, time, status: statusOn(random, date, today) }));
      })
      .map((occasion) => generateBooking(random, occasion, { bookers, doctors: null, fees: turfFees, now }));
  return withReferences([
    ...bookingsOn(new SeededRandom(20_255), quiet, 1, getRegulars(players)),
    ...bookingsOn(new SeededRandom(20_252), recent, 0, players),
  ]);
}
