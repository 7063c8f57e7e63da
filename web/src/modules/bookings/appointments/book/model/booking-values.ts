import { defaultTime } from '@samay/contract/bookings/appointments';
import type { FoundPerson } from '@samay/contract/people/people';
import { indiaDate } from '@samay/contract/core/time';
import { serverNow } from '../../../../../lib/api/server-clock.ts';
import { emptyFacts, type FactsValues } from '../../../../../lib/facts-values.ts';
import type { TimeValues } from '../times/time-choices.ts';

/** The values of a form for a new booking as its fields hold them; the amount as typed. */
export interface BookingValues extends TimeValues, FactsValues {
  readonly personName: string;
  readonly personEmail: string;
  readonly personContact: string;
  /** The person found by the look-up; null as soon as name or number is changed. */
  readonly person: FoundPerson | null;
  readonly paymentId: string;
  readonly amount: string;
  readonly paymentMethod: string | null;
}

/** Returns the initial values: today in India, 12:00. The doctor comes from `timeChoices`. */
export function emptyBooking(): BookingValues {
  return {
    personName: '',
    personEmail: '',
    personContact: '',
    person: null,
    ...emptyFacts,
    date: indiaDate(serverNow()),
    time: defaultTime,
    doctor: null,
    resourceId: null,
    serviceId: null,
    duration: null,
    size: null,
    paymentId: '',
    amount: '',
    paymentMethod: null,
  };
}

/**
 * Returns the change by a typed name or number: both tell a person, so another one loses the email
 * found and the facts typed.
 */
export function typedPerson(
  { person, personEmail }: BookingValues,
  typed: Partial<Pick<BookingValues, 'personName' | 'personContact'>>,
): Partial<BookingValues> {
  if (!person) return typed;
  const isFound = personEmail === person.email;
  return { ...typed, person: null, ...emptyFacts, ...(isFound && { personEmail: '' }) };
}

/** Returns the change by a found person, who fills in name, number and email. */
export function foundPerson(
  { person, personEmail }: BookingValues,
  found: FoundPerson,
): Partial<BookingValues> {
  return {
    person: found,
    personName: found.name,
    personContact: found.contact ?? '',
    personEmail: found.email ?? personEmail,
    ...(found.id !== person?.id && emptyFacts),
  };
}

/** Returns whether any fact about the person is typed. */
export function hasFacts({ age, sex, guardian }: FactsValues): boolean {
  return [age, sex, guardian].some(Boolean);
}
