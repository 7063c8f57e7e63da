import type { Status } from '@samay/contract/bookings/statuses';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { arrivedLately, bookedBefore, lastTouched, type DemoBooking } from './booking.ts';
import type { SeededRandom } from './seeded-random.ts';
import { generatePayment } from './generate-payment.ts';
import type { Booker } from './people.ts';

export interface Occasion {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly status: Status;
  /** Whether the person is in the waiting room now. */
  readonly waits?: boolean;
}

/**
 * Generates a booking without its reference: person, doctor, payment and the instants of its row.
 */
export function generateBooking(
  random: SeededRandom,
  { date, time, status, waits = false }: Occasion,
  about: {
    bookers: readonly Booker[];
    doctors: readonly string[] | null;
    fees: readonly number[];
    now: Date;
  },
): Omit<DemoBooking, 'reference'> {
  const createdAt = bookedBefore(random, date, about.now);
  const arrivedAt = waits ? arrivedLately(random, about.now) : null;
  return {
    id: random.uuid(),
    booker: random.pick(about.bookers),
    doctor: about.doctors && random.pick(about.doctors),
    date,
    time,
    status,
    ...generatePayment(random, status, about.fees),
    arrivedAt,
    createdAt,
    updatedAt: lastTouched(random, { date, status, createdAt, arrivedAt }, about.now),
  };
}

/**
 * Returns the status of a booking of another day: most past ones are completed, most future ones
 * scheduled.
 */
export function statusOn(random: SeededRandom, date: LocalDate, today: LocalDate): Status {
  const chance = random.next();
  if (date >= today) return chance < 0.06 && date > today ? 'cancelled' : 'scheduled';
  if (chance < 0.1) return 'cancelled';
  return chance < 0.19 ? 'no_show' : 'completed';
}

/**
 * Returns a booking's part of today: the first third are completed, the next two people wait, the
 * others are expected.
 */
export function occasionToday(date: LocalDate, time: LocalTime, place: number, count: number): Occasion {
  const done = Math.ceil(count / 3);
  return {
    date,
    time,
    status: place < done ? 'completed' : 'scheduled',
    waits: place >= done && place < done + 2,
  };
}
