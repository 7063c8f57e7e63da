import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { Lead } from '@samay/contract/reach/notices';
import type { BusinessType } from '@samay/contract/core/roles';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { shownAs } from '../../people/index.ts';

/** The kind of the effects that remind by mail. */
export const reminderKind = 'reminder.mail';

/** Reads the choice of a business; no row if it has never chosen. */
export const readChoice = statement<object, { readonly isOn: boolean; readonly leads: Lead[] }>(
  (db, { tenantId }) =>
    db
      .selectFrom('notice_settings')
      .select(['reminders_on as isOn', sql<Lead[]>`lead_min`.as('leads')])
      .where('tenant_id', '=', tenantId),
);

export const saveChoice = statement<{ isOn: boolean; leads: readonly number[]; now: Date }, object>(
  (db, { tenantId, isOn, leads, now }) => {
    const changes = { reminders_on: isOn, lead_min: sql<number[]>`${leads}`, updated_at: now };
    return db
      .insertInto('notice_settings')
      .values({ tenant_id: tenantId, ...changes })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
  },
);

/** Locks whether a business mails its people: reminders of a business are begun one after the other. */
export const lockMailsOn = statement<object, { readonly isOn: boolean }>((db, { tenantId }) =>
  db.selectFrom('booking_mails').select('is_on as isOn').where('tenant_id', '=', tenantId).forUpdate(),
);

/** A booking of which a person may be reminded. */
export interface RemindableRow {
  readonly id: string;
  readonly startsAt: Date;
  readonly createdAt: Date;
}

/** Lists the bookings among some of which people with an email are to be reminded. */
export const listRemindable = statement<{ ids: readonly string[]; now: Date }, RemindableRow>(
  (db, { tenantId, ids, now }) =>
    db
      .selectFrom('appointments')
      .select(['id', 'starts_at as startsAt', 'created_at as createdAt'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('status', '=', 'scheduled')
      .where('arrived_at', 'is', null)
      .where('person_email', 'is not', null)
      .where('starts_at', '>', now),
);

/** Lists the bookings to come after an id, in order of ids. */
export const listToCome = statement<{ after: string; now: Date; most: number }, { readonly id: string }>(
  (db, { tenantId, after, now, most }) =>
    db
      .selectFrom('appointments')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'scheduled')
      .where('starts_at', '>', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most),
);

interface PendingReminder {
  readonly id: string;
  readonly bookingId: string;
  readonly lead: number;
  readonly startsAt: string;
}

/** Lists the reminders of bookings that have not left. */
export const listPending = statement<{ ids: readonly string[] }, PendingReminder>((db, { tenantId, ids }) =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'subject as bookingId',
      sql<number>`(payload ->> 'lead')::int`.as('lead'),
      sql<string>`payload ->> 'startsAt'`.as('startsAt'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', reminderKind)
    .where('subject', '=', sql<string>`any(${ids}::text[])`)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null),
);

/** Deletes reminders that no worker is sending. */
export const deletePending = statement<{ ids: readonly string[]; now: Date }, object>(
  (db, { tenantId, ids, now }) =>
    db
      .deleteFrom('outbox')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)])),
);

/** Deletes the queued notices of effects, except those about some bookings: they are not sent by them. */
export const releaseNotices = statement<{ effectIds: readonly string[]; keep: readonly string[] }, object>(
  (db, { tenantId, effectIds, keep }) =>
    db
      .deleteFrom('notices')
      .where('tenant_id', '=', tenantId)
      .where('effect_id', '=', sql<string>`any(${effectIds}::uuid[])`)
      .where('state', '=', 'queued')
      .where('appointment_id', '<>', sql<string>`all(${keep}::uuid[])`),
);

/** A booking with what its reminder says. */
export interface RemindedRow {
  readonly id: string;
  readonly personName: string;
  readonly email: string;
  /** The digits of the number; null where none is known. */
  readonly number: string | null;
  readonly doctor: string | null;
  readonly resource: string | null;
  readonly date: string;
  readonly time: string;
  readonly minutes: number | null;
  readonly startsAt: Date;
  readonly language: Language | null;
  readonly reference: string;
  readonly version: number;
  /** Whether this effect or another is sending the notice of this start and lead, or has ended it. */
  readonly begun: 'here' | 'elsewhere' | 'ended' | null;
}

/**
 * Lists the bookings that a reminder may list: the booking itself first, then the others of the same
 * address on its day.
 */
export const listReminded = statement<
  { bookingId: string; lead: number; effectId: string; now: Date },
  RemindedRow
>(
  (_, { tenantId, bookingId, lead, effectId, now }) => sql<RemindedRow>`
    select listed.id, listed.person_name as "personName", listed.person_email as email,
      telephone(listed.person_contact) as number, listed.doctor,
      resources.name as resource, listed.appointment_date as date, listed.appointment_time as time,
      listed.duration_min as minutes, listed.starts_at as "startsAt",
      coalesce(shown.language, own.language) as language, listed.reference, listed.link_version as version,
      case when notices.state is null then null when notices.state <> 'queued' then 'ended'
        when notices.effect_id = ${effectId}::uuid then 'here' else 'elsewhere' end as begun
    from appointments as asked
    join appointments as listed on listed.tenant_id = ${tenantId}
      and (listed.id = asked.id or (listed.appointment_date = asked.appointment_date
        and lower(trim(listed.person_email)) = lower(trim(asked.person_email))))
    left join resources on resources.tenant_id = ${tenantId} and resources.id = listed.resource_id
    left join patients as own on own.tenant_id = ${tenantId} and own.id = listed.patient_id
    left join patients as shown on shown.tenant_id = ${tenantId} and shown.id = ${shownAs('own')}
    left join notices on notices.tenant_id = ${tenantId} and notices.appointment_id = listed.id
      and notices.kind = 'reminder' and notices.channel = 'mail' and notices.lead_min = ${lead}
      and notices.starts_at = listed.starts_at
    where asked.tenant_id = ${tenantId} and asked.id = ${bookingId} and listed.status = 'scheduled'
      and listed.arrived_at is null and listed.person_email is not null and listed.starts_at > ${now}
    order by listed.id <> asked.id, listed.starts_at, listed.id`,
);

interface Around {
  readonly business: string;
  readonly shortId: string;
  readonly businessType: BusinessType | null;
  readonly language: Language;
  readonly address: string | null;
  readonly mapLink: string | null;
  readonly isOptedOut: boolean;
  /** Whether another reminder to the address was sent since `since`. */
  readonly isRecent: boolean;
  /** Whether another one is being sent to it. */
  readonly isBusy: boolean;
}

/** Reads what decides about a reminder and surrounds it. One row. */
export const readAround = statement<
  { addresses: readonly string[]; addressHash: string; effectId: string; since: Date },
  Around
>(
  (_, { tenantId, addresses, addressHash, effectId, since }) => sql<Around>`
    select tenants.name as business, tenants.short_id as "shortId", business_profiles.business_type as "businessType",
      business_profiles.language, business_profiles.address, business_profiles.map_link as "mapLink",
      exists (select from opt_outs where opt_outs.tenant_id = ${tenantId} and opt_outs.address = any(${addresses}::text[]))
        as "isOptedOut",
      exists (select from notices where notices.tenant_id = ${tenantId}
        and notices.address_hash = ${addressHash} and notices.effect_id <> ${effectId}::uuid
        and notices.state = 'sent' and notices.settled_at > ${since}) as "isRecent",
      exists (select from notices where notices.tenant_id = ${tenantId}
        and notices.address_hash = ${addressHash} and notices.effect_id <> ${effectId}::uuid
        and notices.state = 'queued' and notices.created_at > ${since}) as "isBusy"
    from tenants join business_profiles on business_profiles.tenant_id = ${tenantId}
    where tenants.id = ${tenantId}`,
);

interface NewNotice {
  readonly bookingId: string;
  readonly lead: number;
  readonly startsAt: Date;
  readonly language: Language;
  readonly addressHash: string;
  readonly effectId: string;
  readonly now: Date;
}

/** Begins a notice; one that was begun stays. */
export const beginNotice = statement<NewNotice, object>((db, values) =>
  db
    .insertInto('notices')
    .values({
      tenant_id: values.tenantId,
      appointment_id: values.bookingId,
      kind: 'reminder',
      channel: 'mail',
      language: values.language,
      lead_min: values.lead,
      starts_at: values.startsAt,
      address_hash: values.addressHash,
      effect_id: values.effectId,
      state: 'queued',
      created_at: values.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'appointment_id', 'kind', 'channel', 'lead_min', 'starts_at'])
        .doNothing(),
    ),
);

/** Notes that the notices of an effect were sent. */
export const settleSent = statement<{ effectId: string; now: Date }, object>(
  (db, { tenantId, effectId, now }) =>
    db
      .updateTable('notices')
      .set({ state: 'sent', settled_at: now })
      .where('tenant_id', '=', tenantId)
      .where('effect_id', '=', effectId)
      .where('state', '=', 'queued'),
);

interface FailedNotice {
  readonly business: string;
  readonly effectId: string;
  readonly bookingId: string;
  readonly lead: number;
  readonly startsAt: string;
  readonly reason: string;
  readonly now: Date;
}

/** Notes that the notice of the effect's own booking failed, where the effect was given up now. */
export const settleFailed = statement<FailedNotice, object>(
  (_, { business, effectId, bookingId, lead, startsAt, reason, now }) => sql`
    insert into notices as known (tenant_id, appointment_id, kind, channel, language, lead_min, starts_at,
      address_hash, effect_id, state, reason, created_at, settled_at)
    select outbox.tenant_id, ${bookingId}::uuid, 'reminder', 'mail', 'en', ${lead}::int, ${startsAt}::timestamptz,
      '', outbox.id, 'failed', ${reason}::text, ${now}::timestamptz, ${now}::timestamptz
    from outbox where outbox.tenant_id = ${business}::uuid and outbox.id = ${effectId}::uuid
      and outbox.given_up_at = ${now}::timestamptz
    on conflict (tenant_id, appointment_id, kind, channel, lead_min, starts_at) do update
      set state = 'failed', reason = excluded.reason, settled_at = excluded.settled_at
      where known.effect_id = excluded.effect_id and known.state = 'queued'`,
);

interface GivenUp {
  readonly business: string;
  readonly effectId: string;
  readonly bookingId: string;
  readonly now: Date;
}

/**
 * Notes that the other queued notices of an effect that was given up now failed. It locks them, so that
 * `releaseOthers` sees which of their own effects were given up.
 */
export const settleOthers = statement<GivenUp & { reason: string }, object>(
  (_, { business, effectId, bookingId, reason, now }) => sql`
    update notices set state = 'failed', reason = ${reason}::text, settled_at = ${now}::timestamptz
    where notices.tenant_id = ${business}::uuid and notices.effect_id = ${effectId}::uuid
      and notices.state = 'queued' and notices.appointment_id <> ${bookingId}::uuid
      and exists (select from outbox where outbox.tenant_id = ${business}::uuid and outbox.id = ${effectId}::uuid
        and outbox.given_up_at = ${now}::timestamptz)`,
);

/**
 * Deletes the other failed notices of an effect: their own effects send them, except where these were
 * given up before.
 */
export const releaseOthers = statement<Omit<GivenUp, 'now'>, object>(
  (_, { business, effectId, bookingId }) => sql`
    delete from notices where notices.tenant_id = ${business}::uuid and notices.effect_id = ${effectId}::uuid
      and notices.state = 'failed' and notices.appointment_id <> ${bookingId}::uuid
      and not exists (select from outbox where outbox.tenant_id = ${business}::uuid
        and outbox.subject = notices.appointment_id::text and outbox.kind = ${reminderKind}
        and outbox.given_up_at is not null
        and (outbox.payload ->> 'lead')::int = notices.lead_min
        and (outbox.payload ->> 'startsAt')::timestamptz = notices.starts_at)`,
);

/** Gives the usual choice to businesses that mail their people and have never chosen. */
export const insertChoices = statement<
  { now: Date; leads: readonly number[] },
  { readonly tenant_id: string }
>(
  (_, { now, leads }) => sql<{ tenant_id: string }>`
    insert into notice_settings (tenant_id, reminders_on, lead_min, updated_at)
    select booking_mails.tenant_id, true, ${leads}::int[], ${now}::timestamptz from booking_mails
    where booking_mails.is_on and not exists (select from notice_settings as chosen
      where chosen.tenant_id = booking_mails.tenant_id)
    on conflict do nothing returning tenant_id`,
);
