import { type Business, cityCare, greenTurf, lotusDental, type Member, newcomer, type Person, superAdmin } from './accounts.ts';
import type { DemoBooking } from './booking.ts';
import { cityCareBookings } from './city-care.ts';
import { Dice } from './seeded-random.ts';
import { greenTurfBookings } from './green-turf.ts';
import { lotusDentalBookings } from './lotus-dental.ts';
import { type DemoPrescription, throwPrescriptions } from './prescription.ts';

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

/** All that the demo holds: the same, ids included, for the same instant. */
export function planDemo(now: Date): DemoPlan {
  const dice = new Dice(20_250);
  const clinic = cityCareBookings(now);
  return {
    superAdmin: withId(dice, superAdmin),
    businesses: [
      planned(dice, cityCare, clinic, throwPrescriptions(dice, clinic, cityCare.name)),
      planned(dice, greenTurf, greenTurfBookings(now)),
      planned(dice, lotusDental, lotusDentalBookings(now)),
      planned(dice, newcomer, []),
    ],
  };
}

function planned(
  dice: Dice,
  business: Business,
  bookings: readonly DemoBooking[],
  prescriptions: readonly DemoPrescription[] = [],
): PlannedBusiness {
  const [owner, ...others] = business.members;
  return {
    ...withId(dice, business),
    members: [withId(dice, owner), ...others.map((member) => withId(dice, member))],
    bookings,
    prescriptions,
  };
}

function withId<T>(dice: Dice, thing: T): Planned<T> {
  return { ...thing, id: dice.uuid() };
}
