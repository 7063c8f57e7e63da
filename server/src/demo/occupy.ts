import { computePrice } from '@samay/contract/availability/services';
import type { DemoBooking } from './booking.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { DemoResource, DemoService, TimeSetup } from './time-setup.ts';

/** The claims and the price of a demo booking. */
interface Occupied {
  readonly resourceId: string;
  readonly service: DemoService;
  /** The price in paise. */
  readonly price: number | null;
  /** The reason for an overbooking. */
  readonly overbookedReason: string | null;
  /** The units that it claims, buffers included; none if it is cancelled or a no-show. */
  readonly claims: readonly { readonly resourceId: string; readonly startsAt: Date; readonly endsAt: Date }[];
}

export type OccupyingBooking = DemoBooking & { readonly occupied: Occupied | null };

/**
 * Gives each booking its claims, so that no two overlap: a clinic's its doctor, with a longer
 * service if there is room; a ground's the whole or a half. Paid amounts are the price. A doctor
 * who is not a resource of the business stays a text.
 */
export function occupy(
  random: SeededRandom,
  setup: TimeSetup,
  bookings: readonly DemoBooking[],
): OccupyingBooking[] {
  const [usual, longer] = setup.services;
  const placed = bookings.map((booking) => ({
    booking,
    resource: chooseResource(random, setup, booking),
    service: usual,
  }));
  for (const one of placed) {
    if (!longer || !one.resource || !random.chance(0.2)) continue;
    const others = placed.filter(
      (other) => other !== one && other.resource === one.resource && other.booking.date === one.booking.date,
    );
    const isFree = others.every(
      (other) => !overlap(span(one.booking, longer), span(other.booking, other.service)),
    );
    if (isFree) one.service = longer;
  }
  return placed.map(({ booking, resource, service }) =>
    resource
      ? occupying(setup, booking, { resource, service, overbookedReason: null })
      : { ...booking, occupied: null },
  );
}

/** Creates a booking over another one, of an equal doctor and time. */
export function overbook(
  setup: TimeSetup,
  booking: DemoBooking,
  over: OccupyingBooking,
  reason: string,
): OccupyingBooking {
  const resource = setup.resources.find(({ id }) => id === over.occupied?.resourceId);
  if (!resource) return { ...booking, occupied: null };
  return occupying(setup, booking, { resource, service: setup.services[0], overbookedReason: reason });
}

interface Place {
  readonly resource: DemoResource;
  readonly service: DemoService;
  readonly overbookedReason: string | null;
}

function occupying(
  setup: TimeSetup,
  booking: DemoBooking,
  { resource, service, overbookedReason }: Place,
): OccupyingBooking {
  const { date, time, status, amount } = booking;
  const price = computePrice(service, { resourceId: resource.id, date, time, duration: service.duration });
  const parts = setup.resources.filter(({ wholeId }) => wholeId === resource.id);
  const units = parts.length > 0 ? parts : [resource];
  const [startsAt, endsAt] = span(booking, service);
  const isClaiming = status === 'scheduled' || status === 'completed';
  return {
    ...booking,
    amount: amount === null ? null : price,
    occupied: {
      resourceId: resource.id,
      service,
      price,
      overbookedReason,
      claims: isClaiming ? units.map(({ id }) => ({ resourceId: id, startsAt, endsAt })) : [],
    },
  };
}

/** Chooses a booking's resource. A ground's has no doctor: every third is of a half. */
function chooseResource(
  random: SeededRandom,
  { resources }: TimeSetup,
  { doctor }: DemoBooking,
): DemoResource | undefined {
  if (doctor !== null) return resources.find(({ name }) => name === doctor);
  const halves = resources.filter(({ wholeId }) => wholeId !== null);
  return random.chance(1 / 3) && halves.length > 0 ? random.pick(halves) : resources[0];
}

/** Returns the time from start to end with buffers. */
function span(
  { date, time }: DemoBooking,
  { duration, bufferBefore, bufferAfter }: DemoService,
): [Date, Date] {
  const start = Date.parse(`${date}T${time}:00+05:30`);
  return [new Date(start - bufferBefore * 60_000), new Date(start + (duration + bufferAfter) * 60_000)];
}

function overlap([from, to]: [Date, Date], [otherFrom, otherTo]: [Date, Date]): boolean {
  return from < otherTo && otherFrom < to;
}
