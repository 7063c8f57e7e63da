import { type Cycle, cycleAt } from '@samay/contract/tenancy/plans';
import { addDays, addMonths, daysBetween, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { type DemoBooking, withReferences } from './booking.ts';
import { SeededRandom } from './seeded-random.ts';
import { clinicTimes, isSunday } from './days-and-hours.ts';
import { clinicFees } from './generate-payment.ts';
import { patients } from './people.ts';
import { monthStart } from './days-and-hours.ts';
import { statusOn, generateBooking } from './generate-booking.ts';

/**
 * The bookings of this cycle: one short of Basic's 25, so that one more can be made and the next is
 * refused.
 */
const inThisCycle = 24;
const inLastCycle = 14;
const doctors = ['Dr. Meera Krishnan', 'Dr. Meera Krishnan', 'Dr. Arvind Swaminathan'];

/**
 * Generates the practice's bookings, spread evenly over the current cycle, past and future; some
 * are in the cycle before.
 */
export function lotusDentalBookings(now: Date): DemoBooking[] {
  const random = new SeededRandom(20_253);
  const today = indiaDate(now);
  const cycle = cycleAt(monthStart(now), today);
  const dates = [
    ...spread({ start: addMonths(cycle.start, -1), end: cycle.start }, inLastCycle),
    ...spread(cycle, inThisCycle),
  ];
  return withReferences(
    dates.map((date) =>
      generateBooking(
        random,
        { date, time: random.pick(clinicTimes), status: statusOn(random, date, today) },
        { bookers: patients, doctors, fees: clinicFees, now },
      ),
    ),
  );
}

/** Spreads `count` bookings evenly over a cycle's working days; a month has 24 to 27 of them. */
function spread(cycle: Cycle, count: number): LocalDate[] {
  const days = Array.from({ length: daysBetween(cycle.start, cycle.end) }, (_none, index) =>
    addDays(cycle.start, index),
  );
  const open = days.filter((day) => !isSunday(day));
  return Array.from(
    { length: count },
    (_none, index) => open[Math.floor((index * open.length) / count)] ?? cycle.start,
  );
}
