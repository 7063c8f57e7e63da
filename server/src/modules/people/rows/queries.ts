import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { Facts, type PersonFacts } from '@samay/contract/people/person-facts';
import type { LocalDate } from '@samay/contract/core/time';
import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';

// Writes the people and their tallies that follow from bookings. One statement changes one table.

/** The columns of a person that follow from their bookings. */
export interface PersonWords {
  readonly name: string;
  /** The email; empty where none is known. */
  readonly email: string;
  readonly contact: string | null;
  readonly latest_date: LocalDate;
}

export const personWords = ['name', 'email', 'contact', 'latest_date'] as const;

/** The columns of a person that no booking has: texts, named as in the contract. */
export const personFacts = Object.keys(Facts.shape) as readonly (keyof PersonFacts)[];

/** Selects the facts about a person as they are stored, from a table of people. */
export function factColumns(person: string): RawBuilder<unknown> {
  return sql.join(personFacts.map((fact) => sql.ref(`${person}.${fact}`)));
}

/** Sets each fact about a person to what `write` returns for it. */
export function setFacts(write: (fact: keyof PersonFacts) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(personFacts.map((fact) => sql`${sql.ref(fact)} = ${write(fact)}`));
}

export interface Person extends PersonWords, PersonFacts {
  readonly id: string;
  /** The language of messages; null: the business's. */
  readonly language: Language | null;
}

/** The changed columns of a person. Others are not written, so that their indexes stay. */
export interface PersonChange {
  readonly id: string;
  readonly words: Partial<PersonWords & PersonFacts>;
}

/** The other bookings of a person than those that change, summed up. */
export interface OtherBookings {
  readonly patient_id: string;
  readonly latest: LocalDate;
  /** The name in the newest booking. */
  readonly person_name: string;
  readonly person_contact: string | null;
  readonly created_at: Date;
  readonly reference: string;
  /** The newest email in a booking, with that booking. */
  readonly person_email: string | null;
  readonly email_created_at: Date;
  readonly email_reference: string;
}

interface Named {
  readonly person_name: string;
  readonly person_email: string | null;
  readonly person_contact: string | null;
}

const personColumns = sql`id, name, email, contact, latest_date, ${factColumns('patients')}, language`;

/** Matches the person that a booking names; there is at most one. */
function isNamed(
  { person_name: name, person_email: email, person_contact: contact }: Named,
  person = 'patients',
) {
  const [key, own] = [sql.ref(`${person}.person_key`), sql.ref(`${person}.name`)];
  return sql`(${key} = person_key(${email}::text, ${contact}::text) and fold_name(${own}) = fold_name(${name}::text))`;
}

/** Locks the person that a booking names; no row if there is none yet. */
export const lockNamed = statement<Named, Person>(
  (_, values) => sql<Person>`select ${personColumns} from patients
    where tenant_id = ${values.tenantId} and ${isNamed(values)} for no key update`,
);

export interface LockedPerson extends Person {
  /** Set: stays without a booking. */
  readonly kept_since: Date | null;
  /** The person that this one is shown with. */
  readonly merged_into: string | null;
  /** Whether the booking names this person now. */
  readonly is_named: boolean;
}

type Renamed = Named & { readonly held: string | null };

/**
 * Locks the people that a booking named and names now, in the order of their ids, with those shown
 * with the first and the one that the second is shown with: a merge of them may begin or end.
 */
export const lockBothPeople = statement<Renamed, LockedPerson>(
  (_, values) => sql<LockedPerson>`
    select ${personColumns}, kept_since, merged_into, ${isNamed(values)} as is_named from patients
    where tenant_id = ${values.tenantId} and (
      id = ${values.held}::uuid or ${isNamed(values)} or merged_into = ${values.held}::uuid
      or id = (select named.merged_into from patients as named
        where named.tenant_id = ${values.tenantId} and ${isNamed(values, 'named')}))
    order by id for update`,
);

/** Sums up the bookings of both people except one that changes. */
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

/** The changes of a person's tallies. */
export interface PersonTally {
  readonly id: string;
  readonly bookings: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly no_shows: number;
  readonly prescriptions: number;
  readonly revenue_paise: number;
  readonly advance_paise: number;
}

/** Adds a person with their tallies; refused where another transaction has just added them. */
export const insertPerson = statement<Named & Omit<Person, 'name'> & PersonTally, object>(
  (_, values) => sql`insert into patients (
      tenant_id, id, person_key, name, email, contact, latest_date, ${sql.join(personFacts.map((fact) => sql.ref(fact)))}, language,
      bookings, completed, cancelled, no_shows, prescriptions, revenue_paise, advance_paise)
    values (${values.tenantId}, ${values.id}, person_key(${values.person_email}::text, ${values.person_contact}::text),
      ${values.person_name}, ${values.email}, ${values.contact}, ${values.latest_date}, ${sql.join(personFacts.map((fact) => values[fact]))}, ${values.language},
      ${values.bookings}, ${values.completed}, ${values.cancelled}, ${values.no_shows}, ${values.prescriptions},
      ${values.revenue_paise}, ${values.advance_paise})`,
);

/** Writes the changed columns of a locked person, and adds to their tallies. */
export function updatePerson(words: PersonChange['words'], tally: PersonTally): Statement<object> {
  return updateWords({ ...words, ...tally }, { columns: Object.keys(words).join(' ') });
}

const updateWords = statement<PersonChange['words'] & PersonTally, object, { columns: string }>(
  (_, values, { columns }) => {
    const words = [...personWords, ...personFacts]
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
  'advance_paise',
] as const;

function tallied(values: PersonTally): RawBuilder<unknown> {
  return sql.join(
    personTallies.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${values[name]}::bigint`),
  );
}

/** Removes a person without money or a booking who is not kept and has nobody shown with them. */
export const removeEmptied = statement<{ id: string }, { id: string }>(
  (_, { tenantId, id }) => sql<{ id: string }>`delete from patients
    where tenant_id = ${tenantId} and id = ${id} and kept_since is null
      and not exists (select from appointments where appointments.tenant_id = ${tenantId} and patient_id = ${id}::uuid)
      and not exists (select from payments where payments.tenant_id = ${tenantId} and patient_id = ${id}::uuid)
      and not exists (select from patients as merged where merged.tenant_id = ${tenantId} and merged.merged_into = ${id}::uuid)
    returning id`,
);

/**
 * Removes the person that a removed person was shown with, on the same conditions. A locked one is
 * about to get a booking or a merge, and stays.
 */
export const removeSurvivor = statement<{ id: string }, object>(
  (_, { tenantId, id }) => sql`delete from patients
    where tenant_id = ${tenantId} and kept_since is null
      and id = (select id from patients where tenant_id = ${tenantId} and id = ${id}::uuid for update skip locked)
      and not exists (select from appointments where appointments.tenant_id = ${tenantId} and patient_id = ${id}::uuid)
      and not exists (select from payments where payments.tenant_id = ${tenantId} and patient_id = ${id}::uuid)
      and not exists (select from patients as merged where merged.tenant_id = ${tenantId} and merged.merged_into = ${id}::uuid)`,
);

interface WithOthers {
  readonly ids: readonly string[];
  /** The ids of the bookings that change. */
  readonly except: readonly string[];
}

/** Reads the latest day among the other bookings of people. */
export const readLatest = statement<WithOthers, { patient_id: string; latest: string }>(
  (_, { tenantId, ids, except }) => sql<{ patient_id: string; latest: string }>`
    select patient_id, max(appointment_date) as latest from appointments
    where tenant_id = ${tenantId} and patient_id = any (${ids}::uuid[]) and id <> all (${except}::uuid[])
    group by patient_id`,
);
