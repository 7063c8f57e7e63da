import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface Contact {
  readonly email: string | null;
  readonly number: string | null;
}

/** Reads where a booking's person is reached. */
export const readContact = statement<{ bookingId: string }, Contact>(
  (_, { tenantId, bookingId }) => sql<Contact>`
    select person_email as email, telephone(person_contact) as number from appointments
    where tenant_id = ${tenantId} and id = ${bookingId}`,
);

/** Inserts an opt-out; the first one of an address stays. */
export const insertOptOut = statement<{ address: string; wording: string; now: Date }, object>((db, values) =>
  db
    .insertInto('opt_outs')
    .values({
      tenant_id: values.tenantId,
      address: values.address,
      noted_at: values.now,
      wording: values.wording,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'address']).doNothing()),
);
