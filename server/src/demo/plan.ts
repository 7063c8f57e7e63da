import { type Business, cityCare, greenTurf, lotusDental, type Member, newcomer, type Person, superAdmin } from './accounts.ts';
import type { DemoBooking } from './booking.ts';
import { cityCareBookings } from './city-care.ts';
import { SeededRandom } from './seeded-random.ts';
import { greenTurfBookings } from './green-turf.ts';
import { lotusDentalBookings } from './lotus-dental.ts';
import { type DemoPrescription, generatePrescriptions } from './prescription.ts';

export type Planned<T> = T & { readonly id: string };

export interface PlannedBusiness extends Omit<Planned<Business>, 'members'> {
  readonly members: readonly [Planned<Member>, ...Planned<Member>[]];
  readonly bookings: readonly DemoBooking[];
  readonly prescriptions: readonly DemoPrescription[];
}

export interface DemoPlan {
  readonly superAdmin: Planned<Person>;
  readonly businesses: readonly PlannedBusiness[];
}

/** Plans the whole content of the demo; the result, ids included, depends on the instant alone. */
export function planDemo(now: Date): DemoPlan {
  const random = new SeededRandom(20_250);
  const clinic = cityCareBookings(now);
  return {
    superAdmin: withId(random, superAdmin),
    businesses: [
      planned(random, cityCare, clinic, generatePrescriptions(random, clinic, cityCare.name)),
      planned(random, greenTurf, greenTurfBookings(now)),
      planned(random, lotusDental, lotusDentalBookings(now)),
      planned(random, newcomer, []),
    ],
  };
}

function planned(
  random: SeededRandom,
  business: Business,
  bookings: readonly DemoBooking[],
  prescriptions: readonly DemoPrescription[] = [],
): PlannedBusiness {
  const [owner, ...others] = business.members;
  return {
    ...withId(random, business),
    members: [withId(random, owner), ...others.map((member) => withId(random, member))],
    bookings,
    prescriptions,
  };
}

function withId<T>(random: SeededRandom, thing: T): Planned<T> {
  return { ...thing, id: random.uuid() };
}
