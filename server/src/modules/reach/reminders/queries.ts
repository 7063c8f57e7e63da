import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { Lead, Notice, NoticeChannel } from '@samay/contract/reach/notices';
import type { BusinessType } from '@samay/contract/core/roles';
import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { shownAs } from '../../people/index.ts';

/** The kinds of the effects that remind: by mail alone, or by each channel until one reaches the person. */
export const reminderKinds = ['reminder.mail', 'reminder.notice'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

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

/** Changes the order of the channels; a business that has never chosen when gets the usual choice. */
export const saveOrder = statement<
  { order: readonly NoticeChannel[]; leads: readonly number[]; now: Date },
  object
>((db, { tenantId, order, leads, now }) => {
  const changes = { channel_order: sql<string[]>`${order}`, updated_at: now };
  return db
    .insertInto('notice_settings')
    .values({ tenant_id: tenantId, reminders_on: true, lead_min: sql<number[]>`${leads}`, ...changes })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
});

/** Locks whether a business mails its people: reminders of a business are begun one after the other. */
export const lockMailsOn = statement<object, { readonly isOn: boolean }>((db, { tenantId }) =>
  db.selectFrom('booking_mails').select('is_on as isOn').where('tenant_id', '=', tenantId).forUpdate(),
);

/** A booking of which a person may be reminded. */
export interface RemindableRow {
  readonly id: string;
  readonly startsAt: Date;
  readonly createdAt: Date;
  /** When it was changed last. */
  readonly changedAt: Date;
}

/** Matches the numbers of Indian mobile telephones, as `telephone` writes them. */
export const mobilePattern = '^[6-9][0-9]{9}$';

/**
 * Lists the bookings among some of which people are to be reminded: those with an email or, where the
 * business sends to numbers, with an Indian mobile number.
 */
export const listRemindable = statement<
  { ids: readonly string[]; now: Date; byNumber: boolean },
  RemindableRow
>((db, { tenantId, ids, now, byNumber }) =>
  db
    .selectFrom('appointments')
    .select(['id', 'starts_at as startsAt', 'created_at as createdAt', 'updated_at as changedAt'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'scheduled')
    .where('gets_reminders', '=', true)
    .where('arrived_at', 'is', null)
    .where((row) =>
      row.or([
        row('person_email', 'is not', null),
        sql<boolean>`(${byNumber}::boolean and telephone(person_contact) ~ ${mobilePattern})`,
      ]),
    )
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
  readonly kind: ReminderKind;
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
      sql<ReminderKind>`kind`.as('kind'),
      'subject as bookingId',
      sql<number>`(payload ->> 'lead')::int`.as('lead'),
      sql<string>`payload ->> 'startsAt'`.as('startsAt'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', sql<string>`any(${reminderKinds}::text[])`)
    .where('subject', '=', sql<string>`any(${ids}::text[])`)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null),
);

/** Deletes and returns reminders that no worker is sending. */
export const deletePending = statement<{ ids: readonly string[]; now: Date }, { readonly id: string }>(
  (db, { tenantId, ids, now }) =>
    db
      .deleteFrom('outbox')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
      .returning('id'),
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
  readonly email: string | null;
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
  /**
   * Whether this effect or another is sending the notice of this start and lead, by whichever channel, or
   * it was sent, or it failed by this channel.
   */
  readonly begun: 'here' | 'elsewhere' | 'sent' | 'failed' | null;
  /** Why it failed by this channel. */
  readonly failure: string | null;
  /** The credits that are taken for it by this channel, while this effect is sending it. */
  readonly credits: number;
}

interface Listed {
  readonly bookingId: string;
  readonly lead: number;
  readonly effectId: string;
  readonly now: Date;
}

/** How bookings are of one person for a channel, and which can be reached. */
interface Reached {
  readonly channel: NoticeChannel;
  readonly alike: RawBuilder<boolean>;
  readonly reached: RawBuilder<boolean>;
}

/** Selects the bookings that a reminder may list: the booking itself first, then the others of its day. */
const selectReminded = (
  { tenantId, bookingId, lead, effectId, now }: Listed & { readonly tenantId: TenantId },
  { channel, alike, reached }: Reached,
) => sql<RemindedRow>`
    select listed.id, listed.person_name as "personName", listed.person_email as email,
      telephone(listed.person_contact) as number, listed.doctor,
      resources.name as resource, listed.appointment_date as date, listed.appointment_time as time,
      listed.duration_min as minutes, listed.starts_at as "startsAt",
      coalesce(shown.language, own.language) as language, listed.reference, listed.link_version as version,
      told.begun, told.failure, told.credits
    from appointments as asked
    join appointments as listed on listed.tenant_id = ${tenantId}
      and (listed.id = asked.id or (listed.appointment_date = asked.appointment_date and ${alike}))
    left join resources on resources.tenant_id = ${tenantId} and resources.id = listed.resource_id
    left join patients as own on own.tenant_id = ${tenantId} and own.id = listed.patient_id
    left join patients as shown on shown.tenant_id = ${tenantId} and shown.id = ${shownAs('own')}
    cross join lateral (
      select case when bool_or(notices.state in ('sent', 'delivered', 'read')) then 'sent'
          when bool_or(notices.state = 'failed' and notices.channel = ${channel}) then 'failed'
          when bool_or(notices.state = 'queued' and notices.effect_id <> ${effectId}::uuid) then 'elsewhere'
          when bool_or(notices.state = 'queued') then 'here' end as begun,
        max(notices.reason) filter (where notices.channel = ${channel}) as failure,
        coalesce(sum(notices.credits) filter (where notices.channel = ${channel} and notices.state = 'queued'), 0)::int
          as credits
      from notices where notices.tenant_id = ${tenantId} and notices.appointment_id = listed.id
        and notices.kind = 'reminder' and notices.lead_min = ${lead} and notices.starts_at = listed.starts_at
    ) as told
    where asked.tenant_id = ${tenantId} and asked.id = ${bookingId} and listed.status = 'scheduled' and listed.gets_reminders
      and listed.arrived_at is null and listed.starts_at > ${now} and ${reached}
    order by listed.id <> asked.id, listed.starts_at, listed.id`;

/** Lists the bookings that a reminder by mail may list: the booking itself, and those of its address and day. */
export const listRemindedByMail = statement<Listed, RemindedRow>((_, values) =>
  selectReminded(values, {
    channel: 'mail',
    alike: sql`lower(trim(listed.person_email)) = lower(trim(asked.person_email))`,
    reached: sql`listed.person_email is not null`,
  }),
);

/** Lists those that a reminder by WhatsApp may list: of the same Indian mobile number and day. */
export const listRemindedByWhatsApp = statement<Listed, RemindedRow>((_, values) =>
  selectReminded(values, {
    channel: 'whatsapp',
    alike: sql`telephone(listed.person_contact) = telephone(asked.person_contact)`,
    reached: sql`telephone(listed.person_contact) ~ ${sql.lit(mobilePattern)}`,
  }),
);

/** Lists those that a reminder by SMS may list: of the same Indian mobile number and day. */
export const listRemindedBySms = statement<Listed, RemindedRow>((_, values) =>
  selectReminded(values, {
    channel: 'sms',
    alike: sql`telephone(listed.person_contact) = telephone(asked.person_contact)`,
    reached: sql`telephone(listed.person_contact) ~ ${sql.lit(mobilePattern)}`,
  }),
);

export interface Around {
  readonly business: string;
  readonly shortId: string;
  readonly businessType: BusinessType | null;
  readonly language: Language;
  readonly address: string | null;
  readonly mapLink: string | null;
  readonly isOptedOut: boolean;
  /** Whether another reminder to the person's number or email was sent since `since`. */
  readonly isRecent: boolean;
  /** Whether another one is being sent to them. */
  readonly isBusy: boolean;
}

/** Reads what decides about a reminder and surrounds it. One row. */
export const readAround = statement<
  { addresses: readonly string[]; hashes: readonly string[]; effectId: string; since: Date },
  Around
>(
  (_, { tenantId, addresses, hashes, effectId, since }) => sql<Around>`
    select tenants.name as business, tenants.short_id as "shortId", business_profiles.business_type as "businessType",
      business_profiles.language, business_profiles.address, business_profiles.map_link as "mapLink",
      exists (select from opt_outs where opt_outs.tenant_id = ${tenantId} and opt_outs.address = any(${addresses}::text[]))
        as "isOptedOut",
      exists (select from notices where notices.tenant_id = ${tenantId}
        and notices.kind = 'reminder' and notices.address_hash = any(${hashes}::text[])
        and notices.effect_id <> ${effectId}::uuid and notices.state in ('sent', 'delivered', 'read') and notices.settled_at > ${since}) as "isRecent",
      exists (select from notices where notices.tenant_id = ${tenantId}
        and notices.kind = 'reminder' and notices.address_hash = any(${hashes}::text[])
        and notices.effect_id <> ${effectId}::uuid and notices.state = 'queued' and notices.created_at > ${since}) as "isBusy"
    from tenants join business_profiles on business_profiles.tenant_id = ${tenantId}
    where tenants.id = ${tenantId}`,
);

interface NewNotice {
  readonly bookingId: string;
  readonly kind: Notice['kind'];
  /** The minutes before the start; of another kind than a reminder, its number among those like it. */
  readonly lead: number;
  readonly startsAt: Date;
  readonly language: Language;
  readonly channel: NoticeChannel;
  readonly addressHash: string;
  readonly effectId: string;
  /** The credits that it costs. */
  readonly credits: number;
  /** The business's own account that sends it; null for the installation's, and for mail. */
  readonly account: string | null;
  readonly now: Date;
}

/** Begins a notice; one that waits for another try by its channel is begun once more. */
export const beginNotice = statement<NewNotice, object>((db, values) =>
  db
    .insertInto('notices')
    .values({
      tenant_id: values.tenantId,
      appointment_id: values.bookingId,
      kind: values.kind,
      channel: values.channel,
      language: values.language,
      lead_min: values.lead,
      starts_at: values.startsAt,
      address_hash: values.addressHash,
      effect_id: values.effectId,
      credits: values.credits,
      account: values.account,
      state: 'queued',
      created_at: values.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'appointment_id', 'kind', 'channel', 'lead_min', 'starts_at'])
        .doUpdateSet({ credits: values.credits, account: values.account })
        .where('notices.state', '=', 'queued')
        .where('notices.effect_id', '=', values.effectId),
    ),
);

interface SentNotice {
  readonly effectId: string;
  readonly channel: NoticeChannel;
  readonly providerId: string | null;
  readonly now: Date;
}

/** Notes that the notices of an effect were sent by a channel. */
export const settleSent = statement<SentNotice, object>(
  (db, { tenantId, effectId, channel, providerId, now }) =>
    db
      .updateTable('notices')
      .set({ state: 'sent', provider_id: providerId, settled_at: now })
      .where('tenant_id', '=', tenantId)
      .where('effect_id', '=', effectId)
      .where('channel', '=', channel)
      .where('state', '=', 'queued'),
);

interface OfChannel {
  readonly effectId: string;
  readonly channel: NoticeChannel;
}

/** Notes that the notice of a booking failed by a channel: another one is used. */
export const failByChannel = statement<OfChannel & { bookingId: string; reason: string; now: Date }, object>(
  (db, { tenantId, effectId, channel, bookingId, reason, now }) =>
    db
      .updateTable('notices')
      .set({ state: 'failed', reason, settled_at: now })
      .where('tenant_id', '=', tenantId)
      .where('effect_id', '=', effectId)
      .where('channel', '=', channel)
      .where('appointment_id', '=', bookingId)
      .where('state', '=', 'queued'),
);

/**
 * Takes the credits off the notices of an effect that a channel did not take, and returns them. One of
 * which the provider has reported meanwhile keeps its own.
 */
export const takeCredits = statement<OfChannel, { readonly credits: number }>(
  (_, { tenantId, effectId, channel }) => sql<{ credits: number }>`
    update notices set credits = 0
    from (select notices.id, notices.credits from notices where notices.tenant_id = ${tenantId}
      and notices.effect_id = ${effectId}::uuid and notices.channel = ${channel}::text and notices.state = 'queued'
      and notices.credits > 0 for update) as taken
    where notices.tenant_id = ${tenantId} and notices.id = taken.id and notices.state = 'queued'
    returning taken.credits`,
);

interface FailedNotice {
  readonly business: string;
  readonly effectId: string;
  readonly bookingId: string;
  readonly lead: number;
  readonly startsAt: string;
  /** The channel of a notice that was not begun. */
  readonly channel: NoticeChannel;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Notes that the notice of the effect's own booking failed, where the effect was given up now. One that
 * failed by a channel before says so already, and a booking that an import's undo took back has none.
 */
export const settleFailed = statement<FailedNotice, object>(
  (_, { business, effectId, bookingId, lead, startsAt, channel, reason, now }) => sql`
    insert into notices as known (tenant_id, appointment_id, kind, channel, language, lead_min, starts_at,
      address_hash, effect_id, state, reason, created_at, settled_at)
    select outbox.tenant_id, ${bookingId}::uuid, 'reminder',
      coalesce((select begun.channel from notices as begun where begun.tenant_id = ${business}::uuid
        and begun.effect_id = ${effectId}::uuid and begun.appointment_id = ${bookingId}::uuid
        and begun.state = 'queued' limit 1), ${channel}::text),
      'en', ${lead}::int, ${startsAt}::timestamptz,
      '', outbox.id, 'failed', ${reason}::text, ${now}::timestamptz, ${now}::timestamptz
    from outbox where outbox.tenant_id = ${business}::uuid and outbox.id = ${effectId}::uuid
      and outbox.given_up_at = ${now}::timestamptz
      and exists (select from appointments where appointments.tenant_id = ${business}::uuid
        and appointments.id = ${bookingId}::uuid)
      and not exists (select from notices as told where told.tenant_id = ${business}::uuid
        and told.effect_id = ${effectId}::uuid and told.appointment_id = ${bookingId}::uuid
        having bool_or(told.state = 'failed') and not bool_or(told.state = 'queued'))
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
        and outbox.subject = notices.appointment_id::text and outbox.kind = any(${reminderKinds}::text[])
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
