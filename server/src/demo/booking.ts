import type { Status } from '@samay/contract/bookings/statuses';
import { addDays, indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import type { SeededRandom } from './seeded-random.ts';
import type { Payment } from './generate-payment.ts';
import type { Booker } from './people.ts';

/** A booking of the demo, before it has a business. */
export interface DemoBooking extends Payment {
  readonly id: string;
  readonly reference: string;
  readonly booker: Booker;
  readonly doctor: string | null;
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly status: Status;
  readonly arrivedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/**
 * The opening of the desk: 03:30 UTC is nine in the morning in India, 15:00 UTC half past eight in
 * the evening.
 */
const deskOpens = 'T03:30:00.000Z';
const deskCloses = 'T15:00:00.000Z';

/**
 * Returns an instant in the opening hours of a past day, before both the visit's day and today.
 * `withReferences` resolves duplicates.
 */
export function bookedBefore(random: SeededRandom, date: LocalDate, now: Date): Date {
  const today = indiaDate(now);
  const day = addDays(date < today ? date : today, -random.between(1, 12));
  return new Date(Date.parse(`${day}${deskOpens}`) + random.between(0, 11 * hourMs));
}

/**
 * Returns when the row was last changed: on its own day if that is past, shortly before now if it
 * is today, soon after booking otherwise.
 */
export function lastTouched(
  random: SeededRandom,
  booking: { date: LocalDate; status: Status; createdAt: Date; arrivedAt: Date | null },
  now: Date,
): Date {
  const today = indiaDate(now);
  if (booking.arrivedAt) return booking.arrivedAt;
  const waited = random.between(1, 240) * minuteMs;
  if (booking.date < today && booking.status !== 'scheduled')
    return new Date(Date.parse(`${booking.date}${deskCloses}`) + waited / 8);
  if (booking.date === today && booking.status !== 'scheduled') return new Date(now.getTime() - waited / 4);
  return new Date(booking.createdAt.getTime() + waited);
}

/** Returns the arrival of a person in the waiting room: five to thirty minutes ago. */
export function arrivedLately(random: SeededRandom, now: Date): Date {
  return new Date(now.getTime() - random.between(5, 30) * minuteMs);
}

/** Adds references: `booking_` and the millisecond of creation, or the next free one. */
export function withReferences(bookings: readonly Omit<DemoBooking, 'reference'>[]): DemoBooking[] {
  const taken = new Set<number>();
  return bookings.map((booking) => {
    let millisecond = booking.createdAt.getTime();
    while (taken.has(millisecond)) millisecond += 1;
    taken.add(millisecond);
    return { ...booking, reference: `booking_${millisecond}` };
  });
}
