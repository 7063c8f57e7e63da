import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface Contact {
  readonly email: string | null;
  readonly number: string | null;
  /** Whether a visitor typed the number: one who has proven an email instead, or whose request was confirmed. */
  readonly isTyped: boolean;
}

/** Reads where a booking's person is reached. */
export const readContact = statement<{ bookingId: string }, Contact>(
  (_, { tenantId, bookingId }) => sql<Contact>`
    select coalesce(person_email, proof.email) as email, telephone(person_contact) as number,
      (proof.email is not null or exists (select from booking_requests where booking_requests.tenant_id = ${tenantId}
        and booking_requests.appointment_id = appointments.id)) as "isTyped"
    from appointments left join number_proofs as proof on proof.tenant_id = ${tenantId}
      and proof.appointment_id = appointments.id and proof.channel = 'mail' and proof.sends > 0
    where appointments.tenant_id = ${tenantId} and appointments.id = ${bookingId}`,
);

/** Ends the reminders of one booking. */
export const muteBooking = statement<{ bookingId: string }, object>((db, { tenantId, bookingId }) =>
  db
    .updateTable('appointments')
    .set({ gets_reminders: false })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', bookingId),
);

/** Inserts the opt-outs of addresses, and returns those that are new: the first one of an address stays. */
export const insertOptOuts = statement<
  { addresses: readonly string[]; wording: string; now: Date },
  { readonly address: string }
>(
  (_, { tenantId, addresses, wording, now }) => sql<{ address: string }>`
    insert into opt_outs (tenant_id, address, noted_at, wording)
    select ${tenantId}::uuid, listed.address, ${now}::timestamptz, ${wording}::text
    from unnest(${addresses}::text[]) as listed (address)
    on conflict (tenant_id, address) do nothing returning address`,
);

/** Deletes the opt-outs of addresses, and returns them. */
export const deleteOptOuts = statement<{ addresses: readonly string[] }, { readonly address: string }>(
  (db, { tenantId, addresses }) =>
    db
      .deleteFrom('opt_outs')
      .where('tenant_id', '=', tenantId)
      .where('address', '=', sql<string>`any(${addresses}::text[])`)
      .returning('address'),
);
