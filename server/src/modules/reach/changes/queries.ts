import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { BusinessType } from '@samay/contract/core/roles';
import type { NoticeChannel } from '@samay/contract/reach/notices';
import type { ToldChange } from '@samay/contract/reach/changes/kinds';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { Sitting } from '../../availability/index.ts';
import { shownAs } from '../../people/index.ts';
import type { NumberChannel } from '../channels/queries.ts';
import { mobilePattern, type RemindedRow } from '../reminders/queries.ts';

/** A booking whose person is told of a change, with its business. */
export interface ToldBooking extends Omit<RemindedRow, 'begun'> {
  /**
   * Whether this effect is sending its notice by the channel, has sent it by one or failed by it; for a late doctor also whether another
   * effect has sent it, or is sending it.
   */
  readonly begun: 'here' | 'sent' | 'failed' | 'elsewhere' | 'busy' | null;
  readonly status: string;
  readonly resourceId: string | null;
  readonly hasArrived: boolean;
  /** The other dates of its series that were changed with it. */
  readonly alsoAt: readonly { readonly date: string; readonly time: string }[];
  /** The instant until which its doctor is late, as was said. */
  readonly lateUntil: Date | null;
  /** Whether a visit of the sitting has begun since that was said. */
  readonly hasBegun: boolean;
  /** Whether the desk has opened a message that says so, or another notice has. */
  readonly wasToldLate: boolean;
  readonly business: string;
  readonly shortId: string;
  readonly businessType: BusinessType | null;
  readonly businessLanguage: Language;
  readonly isOptedOut: boolean;
  /** The number of its notice among those of the kind and start. */
  readonly place: number;
}

interface Asked extends Pick<Sitting, 'from' | 'to' | 'since'> {
  readonly bookingId: string;
  readonly kind: ToldChange;
  readonly channel: NumberChannel;
  readonly effectId: string;
}

/**
 * Reads a booking whose person is to be told of a change by a channel; no row if it is deleted. That its doctor is
 * late counts as told by a message of the sitting, and as over by a visit of it.
 */
export const readToldBooking = statement<Asked, ToldBooking>(
  (_, { tenantId, bookingId, kind, channel, effectId, from, to, since }) => sql<ToldBooking>`
    select booking.id, booking.person_name as "personName", booking.person_email as email,
      substring(telephone(booking.person_contact) from ${sql.lit(mobilePattern)}) as number, booking.doctor, booking.resource_id as "resourceId", resources.name as resource,
      booking.appointment_date as date, booking.appointment_time as time, booking.duration_min as minutes,
      booking.starts_at as "startsAt", coalesce(shown.language, own.language) as language, booking.reference,
      booking.link_version as version, booking.status, booking.arrived_at is not null as "hasArrived",
      coalesce((select jsonb_agg(jsonb_build_object('date', other.appointment_date, 'time', other.appointment_time)
          order by other.starts_at) from appointments as other
        where other.tenant_id = ${tenantId} and other.series_id = booking.series_id and other.id <> booking.id
          and other.updated_at = booking.updated_at and other.status = booking.status), '[]') as "alsoAt",
      resources.late_until as "lateUntil",
      exists (select from appointments as seen where seen.tenant_id = ${tenantId} and seen.resource_id = booking.resource_id
        and seen.appointment_date between booking.appointment_date - 1 and booking.appointment_date + 1
        and seen.starts_at >= ${from}::timestamptz and seen.starts_at < ${to}::timestamptz
        and seen.status in ('scheduled', 'completed')
        and coalesce(seen.started_at, case when seen.status = 'completed' then seen.status_set_at end) >= resources.late_at)
        as "hasBegun",
      exists (select from whatsapp_messages as opened where opened.tenant_id = ${tenantId}
        and opened.appointment_id = booking.id and opened.kind = 'late' and opened.undone_at is null
        and opened.opened_at >= ${since}::timestamptz)
        as "wasToldLate",
      tenants.name as business, tenants.short_id as "shortId", business_profiles.business_type as "businessType",
      business_profiles.language as "businessLanguage",
      exists (select from opt_outs where opt_outs.tenant_id = ${tenantId}
        and opt_outs.address in (lower(trim(booking.person_email)), telephone(booking.person_contact))) as "isOptedOut",
      told.begun, told.failure, told.credits, told.place
    from appointments as booking
    join tenants on tenants.id = ${tenantId}
    join business_profiles on business_profiles.tenant_id = ${tenantId}
    left join resources on resources.tenant_id = ${tenantId} and resources.id = booking.resource_id
    left join patients as own on own.tenant_id = ${tenantId} and own.id = booking.patient_id
    left join patients as shown on shown.tenant_id = ${tenantId} and shown.id = ${shownAs('own')}
    cross join lateral (
      select case when bool_or(notices.state = 'queued' and notices.effect_id = ${effectId}::uuid and by_it) then 'here'
          when bool_or(notices.state not in ('failed', 'queued') and notices.effect_id = ${effectId}::uuid) then 'sent'
          when bool_or(notices.state = 'failed' and notices.effect_id = ${effectId}::uuid and by_it) then 'failed'
          when bool_or(notices.kind = 'late' and notices.state in ('sent', 'delivered', 'read')) then 'elsewhere'
          when bool_or(notices.kind = 'late' and notices.state = 'queued') then 'busy' end as begun,
        max(notices.reason) filter (where notices.effect_id = ${effectId}::uuid and by_it) as failure,
        coalesce(sum(notices.credits) filter (where notices.state = 'queued' and notices.effect_id = ${effectId}::uuid and by_it), 0)::int
          as credits,
        coalesce(max(notices.lead_min) filter (where notices.state = 'queued' and notices.effect_id = ${effectId}::uuid and by_it),
          max(notices.lead_min) filter (where by_it) + 1, 0) as place
      from notices cross join lateral (select notices.channel = ${channel}::text as by_it) as of_channel
      where notices.tenant_id = ${tenantId} and notices.appointment_id = booking.id
        and notices.kind = ${kind}::text and notices.starts_at = booking.starts_at
    ) as told
    where booking.tenant_id = ${tenantId} and booking.id = ${bookingId}`,
);

/** Lists the channels by which a booking's person was not reached since its last change, except by tries before a press of Retry. */
export const listFailedSince = statement<{ bookingId: string }, { readonly channel: NoticeChannel }>(
  (db, { tenantId, bookingId }) =>
    db
      .selectFrom('notices')
      .innerJoin('appointments', 'appointments.id', 'notices.appointment_id')
      .innerJoin('outbox', 'outbox.id', 'notices.effect_id')
      .select('notices.channel')
      .distinct()
      .where('notices.tenant_id', '=', tenantId)
      .where('appointments.tenant_id', '=', tenantId)
      .where('outbox.tenant_id', '=', tenantId)
      .where('notices.appointment_id', '=', bookingId)
      .where('notices.kind', 'in', ['booked', 'moved', 'cancelled'])
      .where('notices.state', '=', 'failed')
      .whereRef('notices.created_at', '>=', 'appointments.updated_at'),
);

/** Locks a booking as its verbs do, and reads its status. */
export const lockStatus = statement<{ bookingId: string }, { readonly status: string }>(
  (db, { tenantId, bookingId }) =>
    db
      .selectFrom('appointments')
      .select('status')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', bookingId)
      .forUpdate(),
);

interface GivenUp {
  readonly business: string;
  readonly effectId: string;
  readonly bookingId: string;
  readonly kind: ToldChange;
  readonly reason: string;
  readonly now: Date;
}

/** Notes that the notice of an effect failed, where it had begun and the effect was given up now. */
export const failBegun = statement<GivenUp, object>(
  (_, { business, effectId, reason, now }) => sql`
    update notices set state = 'failed', reason = ${reason}::text, settled_at = ${now}::timestamptz
    where notices.tenant_id = ${business}::uuid and notices.effect_id = ${effectId}::uuid and notices.state = 'queued'
      and exists (select from outbox where outbox.tenant_id = ${business}::uuid and outbox.id = ${effectId}::uuid
        and outbox.given_up_at = ${now}::timestamptz)`,
);

/**
 * Notes that the notice of an effect failed which never began, so that the booking says so: by a channel, or for
 * null by the one to numbers that the business uses.
 */
export const insertFailed = statement<GivenUp & { channel: NoticeChannel | null }, object>(
  (_, { business, effectId, bookingId, kind, channel, reason, now }) => sql`
    insert into notices (tenant_id, appointment_id, kind, channel, language, lead_min, starts_at, address_hash, effect_id,
      state, reason, created_at, settled_at)
    select outbox.tenant_id, booking.id, ${kind}::text, used.channel, 'en',
      coalesce((select max(alike.lead_min) + 1 from notices as alike where alike.tenant_id = ${business}::uuid
        and alike.appointment_id = booking.id and alike.kind = ${kind}::text and alike.channel = used.channel
        and alike.starts_at = booking.starts_at), 0),
      booking.starts_at, '', outbox.id, 'failed', ${reason}::text, ${now}::timestamptz, ${now}::timestamptz
    from outbox join appointments as booking on booking.tenant_id = ${business}::uuid and booking.id = ${bookingId}::uuid
    cross join lateral (select coalesce(${channel}::text, case when exists (select from notice_channels
      where notice_channels.tenant_id = ${business}::uuid and notice_channels.channel = 'whatsapp' and is_on and tells_changes)
      then 'whatsapp' else 'sms' end) as channel) as used
    where outbox.tenant_id = ${business}::uuid and outbox.id = ${effectId}::uuid
      and outbox.given_up_at = ${now}::timestamptz
      and not exists (select from notices as told where told.tenant_id = ${business}::uuid
        and told.effect_id = ${effectId}::uuid)
    on conflict do nothing`,
);
