import type { Status } from '@samay/contract/bookings/statuses';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';

/** A person with what tells the number that they share. */
export interface NumberedPerson {
  readonly id: string;
  readonly contact: string | null;
  readonly person_key: string;
}

export const readNumbered = statement<{ id: string }, NumberedPerson>(
  (_, { tenantId, id }) => sql<NumberedPerson>`select id, contact, person_key from patients
    where tenant_id = ${tenantId} and id = ${id}::uuid`,
);

export const readNumberedOf = statement<{ bookingId: string }, NumberedPerson>(
  (_, { tenantId, bookingId }) => sql<NumberedPerson>`select person.id, person.contact, person.person_key
    from appointments join patients as person
      on person.tenant_id = ${tenantId}::uuid and person.id = appointments.patient_id
    where appointments.tenant_id = ${tenantId}::uuid and appointments.id = ${bookingId}::uuid`,
);

/** Locks the bookings of the people of a number, in the order of their ids. */
export const lockBookingsOfNumber = statement<{ key: string; limit: number }, { id: string }>(
  (_, { tenantId, key, limit }) => sql<{ id: string }>`select id from appointments
    where tenant_id = ${tenantId} and patient_id = any(array(
      select patients.id from patients where patients.tenant_id = ${tenantId} and patients.person_key = ${key}))
    order by id limit ${limit} for update`,
);

interface PeopleOfNumber {
  readonly key: string;
  readonly to: string;
  /** The name that a booking is corrected to; null where it stays. */
  readonly name: string | null;
}

/**
 * Selects the ids of the people of a number, of the person that a corrected booking names under the
 * new number, and of those shown with them. The correction of the booking locks no others.
 */
function selectPeople({ tenantId, key, to, name }: PeopleOfNumber & { readonly tenantId: TenantId }) {
  return sql`with named as (
      select id, merged_into from patients where tenant_id = ${tenantId} and person_key = ${key}
      union select id, merged_into from patients
        where tenant_id = ${tenantId} and person_key = ${to} and fold_name(name) = fold_name(${name}::text)
    )
    select id from patients where tenant_id = ${tenantId} and id = any(array(
      select id from named union select merged_into from named where merged_into is not null
      union select merged.id from named
        join patients as merged on merged.tenant_id = ${tenantId} and merged.merged_into = named.id))
    order by id`;
}

/** Locks the people of `selectPeople` in the order of their ids. */
export const lockPeopleOfNumber = statement<PeopleOfNumber, { id: string }>(
  (_, values) => sql<{ id: string }>`${selectPeople(values)} for update`,
);

/** Reads the people of `selectPeople`, who may be others than those that were locked before. */
export const readPeopleOfNumber = statement<PeopleOfNumber, { id: string }>(
  (_, values) => sql<{ id: string }>`${selectPeople(values)}`,
);

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  /** The ids of their bookings. */
  readonly bookings: readonly string[];
}

/** Reads the people of a number with their bookings. */
export const readMembers = statement<{ key: string }, MemberRow>(
  (_, { tenantId, key }) => sql<MemberRow>`select id, name, array(select appointments.id from appointments
      where appointments.tenant_id = ${tenantId} and patient_id = patients.id)::text[] as bookings
    from patients where tenant_id = ${tenantId} and person_key = ${key} order by id`,
);

/** Reads the names of those of these people who are known under another number already. */
export const readTaken = statement<{ ids: readonly string[]; to: string }, { name: string }>(
  (_, { tenantId, ids, to }) => sql<{ name: string }>`select member.name from patients as member
    join patients as same on same.tenant_id = ${tenantId} and same.person_key = ${to}
      and fold_name(same.name) = fold_name(member.name)
    where member.tenant_id = ${tenantId} and member.id = any(${ids}::uuid[]) order by member.name`,
);

/** Reads the contacts of people and of their bookings, each once. */
export const readContacts = statement<{ ids: readonly string[] }, { contact: string }>(
  (_, { tenantId, ids }) => sql<{ contact: string }>`select contact from patients
      where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and contact is not null
    union select person_contact from appointments
      where tenant_id = ${tenantId} and patient_id = any(${ids}::uuid[]) and person_contact is not null`,
);

interface Moved {
  readonly ids: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Replaces a contact of people, whose bookings are written next, as `writePersonWords` does. */
export const movePeople = statement<Moved, object>(
  (_, { tenantId, ids, from, to }) => sql`update patients
    set contact = ${to}::text, person_key = person_key(nullif(email, ''), ${to}::text)
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and contact = ${from}`,
);

interface MovedBooking {
  readonly id: string;
  readonly status: Status;
  readonly date: string;
}

export const moveBookings = statement<Moved & { now: Date }, MovedBooking>(
  (_, { tenantId, ids, from, to, now }) => sql<MovedBooking>`update appointments
    set person_contact = ${to}::text, updated_at = ${now}
    where tenant_id = ${tenantId} and patient_id = any(${ids}::uuid[]) and person_contact = ${from}
    returning id, status, appointment_date as date`,
);
