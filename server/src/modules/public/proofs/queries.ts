import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { sql } from 'kysely';
import { pick, statement } from '../../../db/statement.ts';

/** A form of the page whose number is to be proven. */
interface NewProof {
  readonly id: string;
  readonly visitor: string;
  readonly service_id: string;
  readonly resource_id: string;
  readonly is_chosen: boolean;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly person_name: string;
  readonly contact: string;
  readonly number: string;
  readonly email: string | null;
  readonly note: string | null;
  readonly language: Language;
  readonly channel: 'whatsapp' | 'sms' | 'mail';
  readonly asked_at: Date;
  readonly proven_at: Date | null;
}

export interface ProofRow extends NewProof {
  readonly code_hash: Buffer | null;
  readonly sent_at: Date | null;
  readonly sends: number;
  readonly tries: number;
  readonly appointment_id: string | null;
  /** When the report said that the latest code did not arrive. */
  readonly undelivered_at: Date | null;
}

const newColumns = [
  'id',
  'visitor',
  'service_id',
  'resource_id',
  'is_chosen',
  'appointment_date',
  'appointment_time',
  'person_name',
  'contact',
  'number',
  'email',
  'note',
  'language',
  'channel',
  'asked_at',
  'proven_at',
] as const;
const columns = [
  ...newColumns,
  'code_hash',
  'sent_at',
  'sends',
  'tries',
  'appointment_id',
  'undelivered_at',
] as const;

type OfForm = { readonly id: string };

export const insertProof = statement<NewProof, object>((db, values) =>
  db.insertInto('number_proofs').values({ tenant_id: values.tenantId, ...pick(values, newColumns) }),
);

export const findProof = statement<OfForm, ProofRow>((db, { tenantId, id }) =>
  db
    .selectFrom('number_proofs')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$castTo<ProofRow>(),
);

/** Locks one form: its tries are counted and it becomes a booking once. */
export const lockProof = statement<OfForm, ProofRow>((db, { tenantId, id }) =>
  db
    .selectFrom('number_proofs')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<ProofRow>(),
);

/** Notes the code that is about to be sent; the one before it works no more. */
export const noteCode = statement<OfForm & { hash: Buffer; now: Date }, object>(
  (db, { tenantId, id, hash, now }) =>
    db
      .updateTable('number_proofs')
      .set({
        code_hash: hash,
        sent_at: now,
        tries: 0,
        sends: sql<number>`sends + 1`,
        message_id: null,
        undelivered_at: null,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Notes the provider's id of the code that was sent, unless another one was begun meanwhile. */
export const noteMessage = statement<OfForm & { hash: Buffer; messageId: string }, object>(
  (db, { tenantId, id, hash, messageId }) =>
    db
      .updateTable('number_proofs')
      .set({ message_id: messageId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('code_hash', '=', hash),
);

export const countTry = statement<OfForm, object>((db, { tenantId, id }) =>
  db
    .updateTable('number_proofs')
    .set({ tries: sql<number>`tries + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id),
);

/** Notes that the code was right, and forgets it. */
export const noteProven = statement<OfForm & { now: Date }, object>((db, { tenantId, id, now }) =>
  db
    .updateTable('number_proofs')
    .set({ proven_at: now, code_hash: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id),
);

export const settleProof = statement<OfForm & { appointmentId: string }, object>(
  (db, { tenantId, id, appointmentId }) =>
    db
      .updateTable('number_proofs')
      .set({ appointment_id: appointmentId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** A person of a business who has a number. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
}

/** Lists the people of a number in the order of their latest bookings, without those merged into another. */
export const listKnown = statement<{ contact: string; limit: number }, KnownPerson>(
  (_, { tenantId, contact, limit }) => sql<KnownPerson>`select id, name, contact from patients
    where tenant_id = ${tenantId} and person_key = person_key(null::text, ${contact}::text) and merged_into is null
    order by latest_date desc, id limit ${limit}`,
);

type OfDevice = { readonly hash: string };

/** Finds the number that a device proved since an instant. */
export const findDevice = statement<OfDevice & { since: Date }, { readonly number: string }>(
  (db, { tenantId, hash, since }) =>
    db
      .selectFrom('known_devices')
      .select('number')
      .where('tenant_id', '=', tenantId)
      .where('device_hash', '=', hash)
      .where('proven_at', '>', since),
);

export const keepDevice = statement<OfDevice & { number: string; now: Date }, object>(
  (db, { tenantId, hash, number, now }) => {
    const changes = { number, proven_at: now };
    return db
      .insertInto('known_devices')
      .values({ tenant_id: tenantId, device_hash: hash, ...changes })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'device_hash']).doUpdateSet(changes));
  },
);

export const deleteDevice = statement<OfDevice, object>((db, { tenantId, hash }) =>
  db.deleteFrom('known_devices').where('tenant_id', '=', tenantId).where('device_hash', '=', hash),
);

/**
 * Deletes the forms of all businesses before an instant, but those that an email proved until the link to their
 * booking ends, for visits since a day: the booking has no email, and its form says by which one it counts, and
 * that nobody has proven the number.
 */
export const deleteProofsBefore = statement<{ before: Date; visited: string }, object>(
  (_, { before, visited }) => sql`delete from number_proofs where asked_at < ${before}
    and not (channel = 'mail' and sends > 0 and appointment_id is not null and exists (select from appointments
      where appointments.tenant_id = number_proofs.tenant_id and appointments.id = number_proofs.appointment_id
        and appointments.appointment_date >= ${visited}::date))`,
);

export const deleteDevicesBefore = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('known_devices').where('proven_at', '<', before),
);
