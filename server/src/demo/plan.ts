import type { DemoBooking } from './booking.ts';
import {
  type Business,
  cityCare,
  greenTurf,
  lotusDental,
  type Member,
  newcomer,
  type Person,
  type Planned,
  superAdmin,
} from './accounts.ts';
import { occupy, type OccupyingBooking } from './occupy.ts';
import { cityCareBookings, emergencyToday } from './city-care.ts';
import { clinicSetup, groundSetup, type TimeSetup } from './time-setup.ts';
import { SeededRandom } from './seeded-random.ts';
import { greenTurfBookings } from './green-turf.ts';
import { lotusDentalBookings } from './lotus-dental.ts';
import { type DemoPrescription, generatePrescriptions } from './prescription.ts';

export interface PlannedBusiness extends Omit<Planned<Business>, 'members'> {
  readonly members: readonly [Planned<Member>, ...Planned<Member>[]];
  /** The setup; null until its owner has set it up. */
  readonly setup: TimeSetup | null;
  readonly bookings: readonly OccupyingBooking[];
  readonly prescriptions: readonly DemoPrescription[];
}

export interface DemoPlan {
  readonly superAdmin: Planned<Person>;
  readonly businesses: readonly PlannedBusiness[];
}

/** Plans the whole content of the demo; the result, ids included, depends on the instant alone. */
export function planDemo(now: Date): DemoPlan {
  const random = new SeededRandom(20_250);
  const clinic = planned(random, cityCare, now, cityCareBookings(now));
  return {
    superAdmin: withId(random, superAdmin),
    businesses: [
      {
        ...clinic,
        bookings: [...clinic.bookings, ...emergencyToday(random, clinic, now)],
        prescriptions: generatePrescriptions(random, clinic.bookings, cityCare.name),
      },
      planned(random, greenTurf, now, greenTurfBookings(now)),
      planned(random, lotusDental, now, lotusDentalBookings(now)),
      planned(random, newcomer, now, []),
    ],
  };
}

function planned(
  random: SeededRandom,
  business: Business,
  now: Date,
  bookings: readonly DemoBooking[],
): PlannedBusiness {
  const [owner, ...others] = business.members;
  const members: PlannedBusiness['members'] = [
    withId(random, owner),
    ...others.map((member) => withId(random, member)),
  ];
  const setup = planSetup(random, business, members, now);
  return {
    ...withId(random, business),
    members,
    setup,
    bookings: setup ? occupy(random, setup, outsideClosures(setup, bookings)) : [],
    prescriptions: [],
  };
}

function planSetup(
  random: SeededRandom,
  business: Business,
  members: PlannedBusiness['members'],
  now: Date,
): TimeSetup | null {
  if (business.type === null) return null;
  return business.type === 'doctor'
    ? clinicSetup(random, business, members, now)
    : groundSetup(random, business);
}

/** Gives the patients of a doctor on leave to the first doctor. */
function outsideClosures(
  { closures, resources }: TimeSetup,
  bookings: readonly DemoBooking[],
): DemoBooking[] {
  const away = closures.map(({ resourceId, from, to }) => ({
    name: resources.find(({ id }) => id === resourceId)?.name,
    from,
    to,
  }));
  return bookings.map((booking) =>
    away.some(({ name, from, to }) => name === booking.doctor && from <= booking.date && booking.date <= to)
      ? { ...booking, doctor: resources[0]?.name ?? booking.doctor }
      : booking,
  );
}

function withId<T>(random: SeededRandom, thing: T): Planned<T> {
  return { ...thing, id: random.uuid() };
}
