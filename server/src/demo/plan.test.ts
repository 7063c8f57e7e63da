import { addDays, addMonths, daysBetween, indiaDate } from '@samay/contract/core/time';
import { cycleAt } from '@samay/contract/tenancy/plans';
import { Status } from '@samay/contract/bookings/statuses';
import { describe, expect, test } from 'vitest';
import { inspectFile } from '../modules/files/inspection/inspect.ts';
import type { OccupyingBooking } from './occupy.ts';
import { isSunday } from './days-and-hours.ts';
import { planDemo, type PlannedBusiness } from './plan.ts';
import { monthStart } from './days-and-hours.ts';

/**
 * The first, middle and last days of months long and short, Sundays among them, some within an hour
 * of midnight in India.
 */
const instants = [
  '2026-11-01T04:30:00Z',
  '2026-11-15T06:00:00Z',
  '2026-11-21T04:30:00Z',
  '2026-11-28T18:29:59Z',
  '2026-11-29T18:30:00Z',
  '2026-11-30T18:45:00Z',
  '2026-12-31T18:29:00Z',
  '2027-01-31T11:00:00Z',
  '2027-02-28T11:00:00Z',
  '2028-02-29T20:00:00Z',
  '2027-03-01T00:10:00Z',
];

describe.each(instants)('the demo of %s', (instant) => {
  const now = new Date(instant);
  const plan = planDemo(now);
  const [cityCare, greenTurf, lotus] = plan.businesses as [PlannedBusiness, PlannedBusiness, PlannedBusiness];
  const inCycle = ({ bookings }: PlannedBusiness) => {
    const { start, end } = cycleAt(monthStart(now), indiaDate(now));
    return bookings.filter(({ date }) => start <= date && date < end).length;
  };

  test('leaves Lotus Dental one place of 25, and the others far below their limits [P-6.69]', () => {
    expect(inCycle(lotus)).toBe(24);
    expect(inCycle(cityCare)).toBeLessThanOrEqual(170);
    expect(inCycle(greenTurf)).toBeLessThanOrEqual(170);
  });

  test('has weeks of appointments of every status, on open days only', () => {
    expect(new Set(cityCare.bookings.map(({ status }) => status))).toEqual(new Set(Status.options));
    expect(cityCare.bookings.length).toBeGreaterThan(120);
    expect(cityCare.bookings.filter(({ date }) => isSunday(date))).toEqual([]);
    expect(greenTurf.bookings.length).toBeGreaterThan(50);
    expect(greenTurf.bookings.every(({ doctor }) => doctor === null)).toBe(true);
  });

  test('has bookings on every open day of the last month, and people who are new since [P-6.69]', () => {
    const start = monthStart(now);
    const lastMonth = Array.from({ length: daysBetween(addMonths(start, -1), start) }, (_none, index) =>
      addDays(start, -1 - index),
    );
    for (const [{ bookings }, days] of [
      [cityCare, lastMonth.filter((day) => !isSunday(day))],
      [greenTurf, lastMonth],
    ] as const) {
      expect(days.filter((day) => !bookings.some(({ date }) => date === day))).toEqual([]);
      const before = bookings
        .filter(({ date }) => date < addDays(indiaDate(now), -21))
        .map(({ booker }) => booker.name);
      expect(bookings.filter(({ booker }) => !before.includes(booker.name)).length).toBeGreaterThan(5);
    }
  });

  test('has scheduled bookings today, and completed ones only in the past', () => {
    const today = indiaDate(now);
    const waiting = cityCare.bookings.filter(({ arrivedAt }) => arrivedAt !== null);
    expect(waiting.map(({ date, status }) => ({ date, status }))).toEqual(
      Array.from({ length: isSunday(today) ? 0 : 2 }, () => ({ date: today, status: 'scheduled' })),
    );
    const done = all(plan.businesses).filter(({ status }) => status === 'completed' || status === 'no_show');
    expect(done.filter(({ date }) => date > today)).toEqual([]);
  });

  test('has bookings that occupy a doctor or a court, none over another but an emergency, and nobody on leave [P-6.69]', () => {
    for (const { setup, bookings } of plan.businesses) {
      const claims = bookings.flatMap(({ occupied }) =>
        occupied?.overbookedReason === null ? occupied.claims : [],
      );
      const sorted = claims.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
      for (const { id } of setup?.resources ?? []) {
        const own = sorted.filter(({ resourceId }) => resourceId === id);
        expect(own.filter(({ endsAt }, index) => endsAt > (own[index + 1]?.startsAt ?? endsAt))).toEqual([]);
      }
      for (const { resourceId, from, to } of setup?.closures ?? [])
        expect(
          bookings.filter(
            ({ occupied, date }) => occupied?.resourceId === resourceId && from <= date && date <= to,
          ),
        ).toEqual([]);
    }
    const over = all(plan.businesses).filter(({ occupied }) => (occupied?.overbookedReason ?? null) !== null);
    expect(over.map(({ occupied }) => occupied?.overbookedReason)).toEqual(['Emergency: high fever']);
    expect(new Set(cityCare.bookings.map(({ occupied }) => occupied?.service.name)).size).toBe(3);
    expect(new Set(greenTurf.bookings.map(({ occupied }) => occupied?.resourceId)).size).toBe(3);
    expect(new Set(greenTurf.bookings.map(({ occupied }) => occupied?.price)).size).toBeGreaterThan(3);
  });

  test('writes every row down before now, under a reference that says when', () => {
    for (const { createdAt, updatedAt, reference } of all(plan.businesses)) {
      expect(createdAt.getTime()).toBeLessThan(updatedAt.getTime());
      expect(updatedAt.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(Number(reference.replace('booking_', '')) - createdAt.getTime()).toBeLessThan(10);
    }
    for (const { bookings } of plan.businesses) {
      expect(new Set(bookings.map(({ reference }) => reference)).size).toBe(bookings.length);
    }
  });
});

test('the same instant gives the same demo, and later the same day only the waiting and the last touch differ', () => {
  const morning = new Date('2026-11-21T04:30:00Z');
  const evening = new Date('2026-11-21T16:00:00Z');
  const lasting = (now: Date) =>
    all(planDemo(now).businesses).map(({ arrivedAt: _arrived, updatedAt: _updated, ...booking }) => booking);
  expect(planDemo(morning)).toEqual(planDemo(morning));
  expect(lasting(morning)).toEqual(lasting(evening));
});

test('the amounts are whole paise within the fees of each trade, and what was paid online has an id', () => {
  const [cityCare, greenTurf] = planDemo(new Date('2026-11-21T04:30:00Z')).businesses as [
    PlannedBusiness,
    PlannedBusiness,
  ];
  for (const { bookings, lowest, highest } of [
    { ...cityCare, lowest: 20_000, highest: 250_000 },
    { ...greenTurf, lowest: 80_000, highest: 300_000 },
  ]) {
    const paid = bookings.filter(({ amount }) => amount !== null);
    expect(paid.length).toBeGreaterThan(30);
    expect(paid.length).toBeLessThan(bookings.length);
    for (const { amount, paymentMethod, paymentId } of paid) {
      expect(Number.isInteger(amount) && Number(amount) >= lowest && Number(amount) <= highest).toBe(true);
      if (paymentMethod === 'Cash') expect(paymentId).toBeNull();
      else expect(paymentId).toMatch(/^pay_[0-9A-Za-z]{14}$/);
    }
  }
  expect(new Set(cityCare.bookings.map(({ paymentMethod }) => paymentMethod))).toEqual(
    new Set(['UPI', 'Card', 'Cash', 'Net Banking', 'Wallet', null]),
  );
});

test('people have numbers and addresses that are made up and belong to one person each', () => {
  const people = new Map(
    all(planDemo(new Date('2026-11-21T04:30:00Z')).businesses).map(({ booker }) => [booker.name, booker]),
  );
  for (const { contact, email } of people.values()) {
    expect(contact ?? '+91 98765 00000').toMatch(/^\+91 98765 0\d{4}$/);
    if (email === null) expect(contact).not.toBeNull();
    else expect(email).toMatch(/^[a-z]+\.[a-z]+@(patients|players)\.example$/);
  }
  const emails = [...people.values()].flatMap(({ email }) => email ?? []);
  expect(new Set(emails).size).toBe(emails.length);
  expect(emails.length).toBeLessThan(people.size);
});

test('the prescriptions pass the checks that every upload passes', async () => {
  const [cityCare] = planDemo(new Date('2026-11-21T04:30:00Z')).businesses as [PlannedBusiness];
  expect(cityCare.prescriptions.map(({ mediaType }) => mediaType)).toContain('image/png');
  for (const { content, displayName, mediaType } of cityCare.prescriptions) {
    await expect(inspectFile(content, displayName)).resolves.toMatchObject({
      mediaType,
    });
  }
});

function all(businesses: readonly PlannedBusiness[]): OccupyingBooking[] {
  return businesses.flatMap(({ bookings }) => bookings);
}
