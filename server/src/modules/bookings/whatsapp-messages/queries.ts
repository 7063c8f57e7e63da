import type {
  Language,
  WhatsAppKind,
  WordsAround,
} from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { SentChange } from '@samay/contract/bookings/whatsapp-messages';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { Sitting } from '../../availability/index.ts';
import { shownAs } from '../../people/index.ts';

interface BusinessRow {
  readonly language: Language;
  readonly address: string | null;
  readonly map_link: string | null;
  readonly upi_id: string | null;
  readonly short_id: string;
}

/** Reads what messages say of the business. One row. */
export const readBusiness = statement<object, BusinessRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .innerJoin('tenants', 'tenants.id', 'business_profiles.tenant_id')
    .select(['language', 'address', 'map_link', 'upi_id', 'short_id'])
    .where('business_profiles.tenant_id', '=', tenantId),
);

export interface WordsRow extends WordsAround {
  readonly kind: WhatsAppKind;
  readonly language: Language;
}

/** Reads the words that the business has changed. */
export const readWords = statement<object, WordsRow>((db, { tenantId }) =>
  db
    .selectFrom('whatsapp_words')
    .select(['kind', 'language', 'head', 'tail'])
    .where('tenant_id', '=', tenantId)
    .orderBy('kind')
    .orderBy('language'),
);

interface PersonRow {
  /** The person that the booking's person is shown with: their own id, or that of a merge. */
  readonly id: string;
  /** Their language, or else that of the booking's person. */
  readonly language: Language | null;
}

/** Reads the language of a booking's person; no row for a booking without one. */
export const readLanguage = statement<{ bookingId: string }, PersonRow>(
  (_, { tenantId, bookingId }) => sql<PersonRow>`
    select shown.id, coalesce(shown.language, own.language) as language
    from appointments
    join patients as own on own.tenant_id = ${tenantId} and own.id = appointments.patient_id
    join patients as shown on shown.tenant_id = ${tenantId} and shown.id = ${shownAs('own')}
    where appointments.tenant_id = ${tenantId} and appointments.id = ${bookingId}`,
);

/** Reads the money of a booking that was given back, in paise. One row. */
export const readRefunded = statement<{ bookingId: string }, { readonly paise: number }>(
  (_, { tenantId, bookingId }) => sql<{ paise: number }>`
    select coalesce(-sum(refunds.paise), 0)::bigint as paise from payments as refunds
    where refunds.tenant_id = ${tenantId} and refunds.appointment_id = ${bookingId} and refunds.kind = 'refund'
      and not exists (select from payments as voids
        where voids.tenant_id = ${tenantId} and voids.of_id = refunds.id and voids.kind = 'void')`,
);

/** Reads until when the doctor of a booking is late, as was said and unless a visit of the sitting has begun since. */
export const readLate = statement<
  { bookingId: string } & Pick<Sitting, 'from' | 'to'>,
  { readonly until: Date }
>(
  (_, { tenantId, bookingId, from, to }) => sql<{ until: Date }>`
    select doctors.late_until as until from appointments
    join resources as doctors on doctors.tenant_id = ${tenantId} and doctors.id = appointments.resource_id
    where appointments.tenant_id = ${tenantId} and appointments.id = ${bookingId} and doctors.late_until is not null
      and not exists (select from appointments as seen where seen.tenant_id = ${tenantId}
        and seen.resource_id = doctors.id and seen.appointment_date between appointments.appointment_date - 1
          and appointments.appointment_date + 1
        and seen.starts_at >= ${from}::timestamptz and seen.starts_at < ${to}::timestamptz and seen.status in ('scheduled', 'completed')
        and coalesce(seen.started_at, case when seen.status = 'completed' then seen.status_set_at end) >= doctors.late_at)
      and (select gives_tokens from business_profiles where tenant_id = ${tenantId})`,
);

export const writeLanguage = statement<{ personId: string; language: Language }, object>((db, values) =>
  db
    .updateTable('patients')
    .set({ language: values.language })
    .where('tenant_id', '=', values.tenantId)
    .where('id', '=', values.personId),
);

export interface WhatsAppMessageRow {
  readonly id: string;
  readonly kind: WhatsAppKind;
  readonly opened_at: Date;
  readonly opened_by: string;
  readonly name: string | null;
}

/** Reads the latest WhatsApp message of each kind for a booking, without those that were undone. */
export const readWhatsAppMessages = statement<{ bookingId: string }, WhatsAppMessageRow>(
  (_, { tenantId, bookingId }) => sql<WhatsAppMessageRow>`
    select distinct on (whatsapp_messages.kind) whatsapp_messages.id, whatsapp_messages.kind, whatsapp_messages.opened_at, whatsapp_messages.opened_by,
      users.full_name as name
    from whatsapp_messages left join users on users.id = whatsapp_messages.opened_by
    where whatsapp_messages.tenant_id = ${tenantId} and whatsapp_messages.appointment_id = ${bookingId}
      and whatsapp_messages.undone_at is null
    order by whatsapp_messages.kind, whatsapp_messages.opened_at desc`,
);

interface NewWhatsAppMessage {
  readonly id: string;
  readonly bookingId: string;
  readonly kind: WhatsAppKind;
  readonly at: Date;
  readonly by: string;
}

export const insertWhatsAppMessage = statement<NewWhatsAppMessage, object>((db, values) =>
  db.insertInto('whatsapp_messages').values({
    tenant_id: values.tenantId,
    id: values.id,
    appointment_id: values.bookingId,
    kind: values.kind,
    opened_at: values.at,
    opened_by: values.by,
  }),
);

interface LockedWhatsAppMessage {
  readonly kind: WhatsAppKind;
  readonly opened_at: Date;
  readonly opened_by: string;
  readonly undone_at: Date | null;
}

/** Locks a WhatsApp message of a booking. */
export const lockWhatsAppMessage = statement<{ id: string; bookingId: string }, LockedWhatsAppMessage>(
  (db, values) =>
    db
      .selectFrom('whatsapp_messages')
      .select(['kind', 'opened_at', 'opened_by', 'undone_at'])
      .where('tenant_id', '=', values.tenantId)
      .where('id', '=', values.id)
      .where('appointment_id', '=', values.bookingId)
      .forUpdate(),
);

export const writeUndone = statement<{ id: string; at: Date }, object>((db, values) =>
  db
    .updateTable('whatsapp_messages')
    .set({ undone_at: values.at })
    .where('tenant_id', '=', values.tenantId)
    .where('id', '=', values.id),
);

export const writeBusinessLanguage = statement<{ language: Language; now: Date }, object>((db, values) =>
  db
    .updateTable('business_profiles')
    .set({ language: values.language, updated_at: values.now })
    .where('tenant_id', '=', values.tenantId),
);

export const putWords = statement<WordsRow, object>((db, values) => {
  const { kind, language, head, tail } = values;
  return db
    .insertInto('whatsapp_words')
    .values({ tenant_id: values.tenantId, kind, language, head, tail })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'language']).doUpdateSet({ head, tail }),
    );
});

export const deleteWords = statement<{ kind: WhatsAppKind; language: Language }, object>((db, values) =>
  db
    .deleteFrom('whatsapp_words')
    .where('tenant_id', '=', values.tenantId)
    .where('kind', '=', values.kind)
    .where('language', '=', values.language),
);

/** A change that Samay tells by itself; of a kind that is not known yet while it is about to be told. */
export interface SentRow {
  readonly kind: SentChange['kind'] | null;
  readonly state: SentChange['state'];
}

/** Reads the latest messages by which Samay told of changes of a booking, and whether one is about to leave. */
export const readSentChanges = statement<{ bookingId: string }, SentRow>(
  (_, { tenantId, bookingId }) => sql<SentRow>`
    select kind, state from (
      select distinct on (kind) kind, state from notices
      where tenant_id = ${tenantId} and appointment_id = ${bookingId} and kind in ('booked', 'moved', 'cancelled')
        and channel <> 'mail' and state <> 'failed'
      order by kind, created_at desc) as told
    union all
    select null, 'queued' from appointments
    where tenant_id = ${tenantId} and id = ${bookingId} and telephone(person_contact) ~ '^[6-9][0-9]{9}$'
      and not exists (select from number_proofs where number_proofs.tenant_id = ${tenantId}
        and number_proofs.appointment_id = ${bookingId} and number_proofs.channel = 'mail' and number_proofs.sends > 0)
      and not exists (select from opt_outs where opt_outs.tenant_id = ${tenantId}
        and opt_outs.address in (lower(trim(person_email)), telephone(person_contact)))
      and exists (select from outbox where tenant_id = ${tenantId} and subject = ${bookingId}::text
        and kind in ('appointment.changed', 'booking.notice') and delivered_at is null and given_up_at is null
        and (exists (select from notice_channels where tenant_id = ${tenantId} and channel = 'whatsapp' and is_on
            and tells_changes and stopped_at is null)
          or exists (select from sms_texts where tenant_id = ${tenantId} and jsonb_exists(changes,
              case outbox.payload ->> 'change' when 'created' then 'booked' when 'uncancelled' then 'booked'
                else outbox.payload ->> 'change' end)
            and exists (select from notice_channels where tenant_id = ${tenantId} and channel = 'sms' and is_on
              and stopped_at is null))))`,
);
