import { addDays, indiaDate } from '@samay/contract/core/time';
import { type DemoBooking, withReferences } from './booking.ts';
import { Dice } from './seeded-random.ts';
import { isWeekend, weekendTurfTimes, workdayTurfTimes } from './days-and-hours.ts';
import { turfFees } from './generate-payment.ts';
import { players } from './people.ts';
import { statusOn, throwBooking } from './generate-booking.ts';

const daysBefore = 21;
const daysAhead = 14;

/** The ground's weeks: two or three games before and after work, more at weekends. */
export function greenTurfBookings(now: Date): DemoBooking[] {
  const dice = new Dice(20_252);
  const today = indiaDate(now);
  const days = Array.from({ length: daysBefore + 1 + daysAhead }, (_none, index) => addDays(today, index - daysBefore));
  const occasions = days.flatMap((date) => {
    const times = isWeekend(date) ? dice.sample(weekendTurfTimes, dice.between(4, 6)) : dice.sample(workdayTurfTimes, dice.between(1, 3));
    return times.map((time) => ({ date, time, status: statusOn(dice, date, today) }));
  });
  return withReferences(
    occasions.map((occasion) => throwBooking(dice, occasion, { bookers: players, doctors: null, fees: turfFees, now })),
  );
}
