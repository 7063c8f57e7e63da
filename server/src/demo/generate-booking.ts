import type { Status } from '@samay/contract/bookings/statuses';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { arrivedLately, bookedBefore, lastTouched, type DemoBooking } from './booking.ts';
import type { Dice } from './seeded-random.ts';
import { throwPayment } from './generate-payment.ts';
import type { Booker } from './people.ts';

export interface Occasion {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly status: Status;
  /** Sitting in the waiting room now. */
  readonly waits?: boolean;
}

/** One booking without its reference: who, which doctor, what was paid and when it was written down. */
export function throwBooking(
  dice: Dice,
  { date, time, status, waits = false }: Occasion,
  about: { bookers: readonly Booker[]; doctors: readonly string[] | null; fees: readonly number[]; now: Date },
): Omit<DemoBooking, 'reference'> {
  const createdAt = bookedBefore(dice, date, about.now);
  const arrivedAt = waits ? arrivedLately(dice, about.now) : null;
  return {
    id: dice.uuid(),
    booker: dice.pick(about.bookers),
    doctor: about.doctors && dice.pick(about.doctors),
    date,
    time,
    status,
    ...throwPayment(dice, status, about.fees),
    arrivedAt,
    createdAt,
    updatedAt: lastTouched(dice, { date, status, createdAt, arrivedAt }, about.now),
  };
}

/** What became of a booking of another day: most people came; what is to come is planned. */
export function statusOn(dice: Dice, date: LocalDate, today: LocalDate): Status {
  const thrown = dice.next();
  if (date >= today) return thrown < 0.06 && date > today ? 'cancelled' : 'scheduled';
  if (thrown < 0.1) return 'cancelled';
  return thrown < 0.19 ? 'no_show' : 'completed';
}

/** Today stands in the middle of things: the first third is done, the next two people wait, the others are expected. */
export function occasionToday(date: LocalDate, time: LocalTime, place: number, count: number): Occasion {
  const done = Math.ceil(count / 3);
  return { date, time, status: place < done ? 'completed' : 'scheduled', waits: place >= done && place < done + 2 };
}
