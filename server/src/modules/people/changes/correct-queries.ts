import type { Status } from '@samay/contract/bookings/statuses';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { shownAs } from '../rows/family-queries.ts';

/** The name, email and contact as written; the email is empty where none is known. */
export interface Words {
  readonly name: string;
  readonly email: string;
  readonly contact: string | null;
}

interface LockedBooking {
  readonly id: string;
  readonly status: Status;
  readonly appointment_date: string;
}

/** Locks the bookings that name a person, in the order of their ids. */
export const lockBookingsOf = statement<{ id: string; limit: number }, LockedBooking>(
  (_, { tenantId, id, limit }) => sql<LockedBooking>`select id, status, appointment_date from appointments
    where tenant_id = ${tenantId} and patient_id = ${id}::uuid order by id limit ${limit} for update`,
);

export const countBookingsOf = statement<{ id: string }, { bookings: number }>(
  (_, { tenantId, id }) => sql<{ bookings: number }>`select count(*)::int as bookings from appointments
    where tenant_id = ${tenantId} and patient_id = ${id}::uuid`,
);

/** Finds the person who has these words already, as the person that they are shown with. */
export const findSamePerson = statement<Words & { id: string }, { shown_as: string }>(
  (_, { tenantId, id, name, email, contact }) => sql<{
    shown_as: string;
  }>`select ${shownAs('patients')} as shown_as from patients
    where tenant_id = ${tenantId}::uuid and id <> ${id}::uuid
      and person_key = person_key(nullif(${email}::text, ''), ${contact}::text) and fold_name(name) = fold_name(${name}::text)`,
);

/**
 * Writes a person's words. Their bookings, whose words are written next, stay with them: no person
 * has to be found, and no tally changes.
 */
export const writePersonWords = statement<Words & { id: string }, object>(
  (
    _,
    { tenantId, id, name, email, contact },
  ) => sql`update patients set name = ${name}, email = ${email}, contact = ${contact}::text,
      person_key = person_key(nullif(${email}::text, ''), ${contact}::text)
    where tenant_id = ${tenantId} and id = ${id}`,
);

type Written = { readonly [Field in keyof Words]: boolean };

export const writeBookingWords = statement<Words & { id: string; now: Date }, object, Written>(
  (_, { tenantId, id, name, email, contact, now }, written) => sql`update appointments set updated_at = ${now}
      ${written.name ? sql`, person_name = ${name}` : sql``}
      ${written.email ? sql`, person_email = nullif(${email}::text, '')` : sql``}
      ${written.contact ? sql`, person_contact = ${contact}::text` : sql``}
    where tenant_id = ${tenantId} and patient_id = ${id}::uuid`,
);
