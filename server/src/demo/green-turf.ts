import { addDays, indiaDate } from '@samay/contract/core/time';
import { type DemoBooking, withReferences } from './booking.ts';
import { SeededRandom } from './seeded-random.ts';
import { isWeekend, weekendTurfTimes, workdayTurfTimes } from './days-and-hours.ts';
import { turfFees } from './generate-payment.ts';
import { players } from './people.ts';
import { statusOn, generateBooking } from './generate-booking.ts';

const daysBefore = 21;
const daysAhead = 14;

/** The ground's bookings: one to three on workdays, before and after work, and more at weekends. */
export function greenTurfBookings(now: Date): DemoBooking[] {
  const random = new SeededRandom(20_252);
  const today = indiaDate(now);
  const days = Array.from({ length: daysBefore + 1 + daysAhead }, (_none, index) => addDays(today, index - daysBefore));
  const occasions = days.flatMap((date) => {
    const times = isWeekend(date)
      ? random.sample(weekendTurfTimes, random.between(4, 6))
      : random.sample(workdayTurfTimes, random.between(1, 3));
    return times.map((time) => ({ date, time, status: statusOn(random, date, today) }));
  });
  return withReferences(
    occasions.map((occasion) => generateBooking(random, occasion, { bookers: players, doctors: null, fees: turfFees, now })),
  );
}
