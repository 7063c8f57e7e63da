import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { addDays, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { cityCare } from './accounts.ts';
import { type DemoBooking, withReferences } from './booking.ts';
import { Dice } from './seeded-random.ts';
import { clinicTimes, isSunday } from './days-and-hours.ts';
import { clinicFees } from './generate-payment.ts';
import { patients } from './people.ts';
import { type Occasion, occasionToday, statusOn, throwBooking } from './generate-booking.ts';

/** Three weeks behind and two ahead, Sundays closed, four to nine appointments a day: far below Premium's 250 a month. */
const daysBefore = 21;
const daysAhead = 14;

const names = cityCare.members.filter(({ role }) => role === 'DOCTOR').map(({ name }) => name);
/** Each doctor a few times, so that now and then somebody was booked without choosing one. */
const doctors = [...names, ...names, ...names, ...names, defaultDoctor];

/** The clinic's weeks around the day it is in India at `now`; the same each time for the same instant. */
export function cityCareBookings(now: Date): DemoBooking[] {
  const dice = new Dice(20_251);
  const today = indiaDate(now);
  const days = Array.from({ length: daysBefore + 1 + daysAhead }, (_none, index) => addDays(today, index - daysBefore));
  const occasions = days.filter((day) => !isSunday(day)).flatMap((day) => occasionsOn(dice, day, today));
  return withReferences(occasions.map((occasion) => throwBooking(dice, occasion, { bookers: patients, doctors, fees: clinicFees, now })));
}

function occasionsOn(dice: Dice, date: LocalDate, today: LocalDate): Occasion[] {
  // Squared, so that quiet days are more frequent than busy ones.
  const times = dice.sample(clinicTimes, 4 + Math.floor(6 * dice.next() ** 2));
  return times.map((time, place) =>
    date === today ? occasionToday(date, time, place, times.length) : { date, time, status: statusOn(dice, date, today) },
  );
}
