import type { PersonFacts } from '@samay/contract/people/person-facts';
import type { LocalDate } from '@samay/contract/core/time';
import {
  type OtherBookings,
  type Person,
  type PersonChange,
  personFacts,
  type PersonWords,
  personWords,
} from './queries.ts';

/** A person as one of their bookings writes them. */
export interface NamedBooking {
  readonly reference: string;
  readonly person_name: string;
  readonly person_email: string | null;
  readonly person_contact: string | null;
  readonly appointment_date: LocalDate;
  readonly created_at: Date;
}

/** Returns a person as a new booking writes them. */
export function personWith(person: PersonWords | undefined, booking: NamedBooking): PersonWords {
  const { person_email: email, person_contact: contact, appointment_date: date } = booking;
  const latest = person?.latest_date;
  return {
    name: booking.person_name,
    email: email ?? person?.email ?? '',
    contact: contact ?? person?.contact ?? null,
    latest_date: latest && latest > date ? latest : date,
  };
}

/**
 * Returns a person after some of their bookings have changed: name and contact are those of the
 * newest booking, the email is the newest in any booking, and the latest date is that of all
 * bookings. Null where no booking names them any more.
 * @param own the person's bookings among those that have changed, with their new values
 */
export function personAfter(
  person: PersonWords,
  others: OtherBookings | undefined,
  own: readonly NamedBooking[],
): PersonWords | null {
  const all = [...own, ...(others ? [toNewest(others)] : [])].toSorted(byAge);
  const [newest] = all;
  if (!newest) return null;
  const withEmail = [...own, ...(others ? [newestWithEmail(others)] : [])]
    .filter(({ person_email: email }) => email !== null)
    .toSorted(byAge);
  const dates = all.map(({ appointment_date: date }) => date).toSorted();
  return {
    name: newest.person_name,
    email: withEmail[0]?.person_email ?? '',
    contact: newest.person_contact ?? own[0]?.person_contact ?? person.contact,
    latest_date: dates.at(-1) ?? person.latest_date,
  };
}

function toNewest({ latest, ...others }: OtherBookings): NamedBooking {
  return { ...others, appointment_date: latest };
}

function newestWithEmail({ email_created_at: at, email_reference: reference, ...others }: OtherBookings) {
  return {
    ...toNewest({ ...others, email_created_at: at, email_reference: reference }),
    created_at: at,
    reference,
  };
}

/** Compares two bookings, the newest first. */
function byAge(one: NamedBooking, other: NamedBooking): number {
  const later = other.created_at.getTime() - one.created_at.getTime();
  return later === 0 ? (one.reference < other.reference ? 1 : -1) : later;
}

/**
 * Lists the columns of a person that change, with their new values: for one person, or for none.
 */
export function personChanges(before: Person, after: PersonWords & Partial<PersonFacts>): PersonChange[] {
  const facts = personFacts.filter((name) => after[name] !== undefined);
  const columns = [...personWords, ...facts].filter((name) => before[name] !== after[name]);
  if (columns.length === 0) return [];
  return [{ id: before.id, words: Object.fromEntries(columns.map((name) => [name, after[name]])) }];
}
