import type { LocalDate } from '@samay/contract/core/time';
import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import type { PersonTally } from './tallies.ts';

// Decides and writes what a business's people become by their bookings. One statement changes one table.

/** The columns of a person that follow from their bookings. */
export interface PersonWords {
  readonly name: string;
  /** Empty where none is known. */
  readonly email: string;
  readonly contact: string | null;
  readonly latest_date: LocalDate;
}

export const personWords = ['name', 'email', 'contact', 'latest_date'] as const;

export interface Person extends PersonWords {
  readonly id: string;
}

/** The columns of a person that change. A column that stays is not written, so that its indexes stay. */
export interface PersonChange {
  readonly id: string;
  readonly words: Partial<PersonWords>;
}

/** The bookings of a person besides those that change, summed up. */
export interface OtherBookings {
  readonly patient_id: string;
  readonly latest: LocalDate;
  /** As the newest of them writes the person. */
  readonly person_name: string;
  readonly person_contact: string | null;
  readonly created_at: Date;
  readonly reference: string;
  /** The newest email that one of them writes, with the booking that does. */
  readonly person_email: string | null;
  readonly email_created_at: Date;
  readonly email_reference: string;
}

interface Named {
  readonly person_name: string;
  readonly person_email: string | null;
  readonly person_contact: string | null;
}

const personColumns = sql`id, name, email, contact, latest_date`;

/** Matches the person whom a booking names, of whom there is at most one. */
function isNamed({ person_name: name, person_email: email, person_contact: contact }: Named) {
  return sql`(person_key = person_key(${email}::text, ${contact}::text) and fold_name(name) = fold_name(${name}::text))`;
}

/** Locks the person whom a booking names; no row where there is none yet. */
export const lockNamed = statement<Named, Person>(
  (_, values) => sql<Person>`select ${personColumns} from patients
    where tenant_id = ${values.tenantId} and ${isNamed(values)} for no key update`,
);

export interface LockedPerson extends Person {
  /** With whom this person is shown. */
  readonly merged_into: string | null;
  /** Whether it is whom the booking names now. */
  readonly is_named: boolean;
}

type Renamed = Named & { readonly held: string | null };

/** Locks the person whom a booking named and the one whom it names now, in the order of their ids. */
export const lockBothPeople = statement<Renamed, LockedPerson>(
  (_, values) => sql<LockedPerson>`
    select ${personColumns}, merged_into, ${isNamed(values)} as is_named from patients
    where tenant_id = ${values.tenantId} and (id = ${values.held}::uuid or ${isNamed(values)})
    order by id for update`,
);

/**
 * Sums up the bookings of both people but for one that changes. A table besides: who the people are
 * is known once they are locked.
 */
export const readOthers = statement<Renamed & { except: string }, OtherBookings>((_, values) => {
  const newest = (column: string, order = sql`created_at desc, reference desc`) =>
    sql`(array_agg(${sql.ref(column)} order by ${order}))[1]`;
  const withEmail = (column: string) =>
    newest(column, sql`person_email is null, created_at desc, reference desc`);
  return sql<OtherBookings>`
    select patient_id, max(appointment_date) as latest,
      ${newest('person_name')} as person_name, ${newest('person_contact')} as person_contact,
      ${newest('created_at')} as created_at, ${newest('reference')} as reference,
      ${withEmail('person_email')} as person_email, ${withEmail('created_at')} as email_created_at,
      ${withEmail('reference')} as email_reference
    from appointments
    where tenant_id = ${values.tenantId} and id <> ${values.except}::uuid and patient_id in (
      select patients.id from patients where patients.tenant_id = ${values.tenantId}
        and (patients.id = ${values.held}::uuid or ${isNamed(values)}))
    group by patient_id`;
});

/** Locks people in the order of their ids. */
export const lockPeopleOf = statement<{ ids: readonly string[] }, Person>(
  (_, { tenantId, ids }) => sql<Person>`select ${personColumns} from patients
    where tenant_id = ${tenantId} and id = any (${ids}::uuid[]) order by id for update`,
);

/** Adds a person with their tallies; refused where another transaction has just added them. */
export const insertPerson = statement<Named & Omit<PersonWords, 'name'> & PersonTally, object>(
  (_, values) => sql`insert into patients (
      tenant_id, id, person_key, name, email, contact, latest_date,
      bookings, completed, cancelled, no_shows, prescriptions, revenue_paise)
    values (${values.tenantId}, ${values.id}, person_key(${values.person_email}::text, ${values.person_contact}::text),
      ${values.person_name}, ${values.email}, ${values.contact}, ${values.latest_date},
      ${values.bookings}, ${values.completed}, ${values.cancelled}, ${values.no_shows}, ${values.prescriptions},
      ${values.revenue_paise})`,
);

/** Writes those columns of a locked person that change, and adds to their tallies. */
export function updatePerson(words: Partial<PersonWords>, tally: PersonTally): Statement<object> {
  return updateWords({ ...words, ...tally }, { columns: Object.keys(words).join(' ') });
}

const updateWords = statement<Partial<PersonWords> & PersonTally, object, { columns: string }>(
  (_, values, { columns }) => {
    const words = personWords
      .filter((name) => columns.split(' ').includes(name))
      .map((name) => sql`${sql.ref(name)} = ${values[name]}, `);
    return sql`update patients set ${sql.join(words, sql``)}${tallied(values)}
      where tenant_id = ${values.tenantId} and id = ${values.id}`;
  },
);

/** Adds to the tallies of a person. */
export const countPerson = statement<PersonTally, object>(
  (_, values) =>
    sql`update patients set ${tallied(values)} where tenant_id = ${values.tenantId} and id = ${values.id}`,
);

const personTallies = [
  'bookings',
  'completed',
  'cancelled',
  'no_shows',
  'prescriptions',
  'revenue_paise',
] as const;

function tallied(values: PersonTally): RawBuilder<unknown> {
  return sql.join(
    personTallies.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${values[name]}::bigint`),
  );
}

/** Removes a person whom no booking names and with whom nobody is shown. */
export const removeEmptied = statement<{ id: string }, { id: string }>(
  (_, { tenantId, id }) => sql<{ id: string }>`delete from patients
    where tenant_id = ${tenantId} and id = ${id}
      and not exists (select from appointments where appointments.tenant_id = ${tenantId} and patient_id = ${id}::uuid)
      and not exists (select from patients as merged where merged.tenant_id = ${tenantId} and merged.merged_into = ${id}::uuid)
    returning id`,
);

/**
 * Removes the person with whom one was shown who has been removed, on the same conditions. One who
 * is locked is about to get a booking or a merge, and stays.
 */
export const removeSurvivor = statement<{ id: string }, object>(
  (_, { tenantId, id }) => sql`delete from patients
    where tenant_id = ${tenantId}
      and id = (select id from patients where tenant_id = ${tenantId} and id = ${id}::uuid for update skip locked)
      and not exists (select from appointments where appointments.tenant_id = ${tenantId} and patient_id = ${id}::uuid)
      and not exists (select from patients as merged where merged.tenant_id = ${tenantId} and merged.merged_into = ${id}::uuid)`,
);

interface WithOthers {
  readonly ids: readonly string[];
  /** Bookings that change. */
  readonly except: readonly string[];
}

/** The latest day among the other bookings of people. */
export const readLatest = statement<WithOthers, { patient_id: string; latest: string }>(
  (_, { tenantId, ids, except }) => sql<{ patient_id: string; latest: string }>`
    select patient_id, max(appointment_date) as latest from appointments
    where tenant_id = ${tenantId} and patient_id = any (${ids}::uuid[]) and id <> all (${except}::uuid[])
    group by patient_id`,
);

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
 * newest booking, the email is the newest that one has, and the latest date is that of them all.
 * Null where no booking names them any more.
 *
 * @param own the person's bookings among those that have changed, as they are now
 */
export function personAfter(
  person: PersonWords,
  others: OtherBookings | undefined,
  own: readonly NamedBooking[],
): PersonWords | null {
  const all = [...own, ...(others ? [newestOf(others)] : [])].toSorted(byAge);
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

function newestOf({ latest, ...others }: OtherBookings): NamedBooking {
  return { ...others, appointment_date: latest };
}

function newestWithEmail({ email_created_at: at, email_reference: reference, ...others }: OtherBookings) {
  return {
    ...newestOf({ ...others, email_created_at: at, email_reference: reference }),
    created_at: at,
    reference,
  };
}

/** The newest first. */
function byAge(one: NamedBooking, other: NamedBooking): number {
  const later = other.created_at.getTime() - one.created_at.getTime();
  return later === 0 ? (one.reference < other.reference ? 1 : -1) : later;
}

/** Returns the columns of a person that change, with their new values: a list of one person, or of none. */
export function personChanges(before: Person, after: PersonWords): PersonChange[] {
  const columns = personWords.filter((name) => before[name] !== after[name]);
  if (columns.length === 0) return [];
  return [{ id: before.id, words: Object.fromEntries(columns.map((name) => [name, after[name]])) }];
}
