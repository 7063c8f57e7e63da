import type { Notice } from '@samay/contract/reach/notices';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';

/** A notice that failed after its provider had taken it. */
export interface FailedLate {
  readonly bookingId: string;
  readonly kind: Notice['kind'];
  readonly lead: number;
  readonly startsAt: Date;
  /** Whether no later message about the booking waits or has left. */
  readonly isNews: boolean;
}

/** Matches a notice after which no message about its booking was written, and none is about to be. */
export const isLatestNews = (tenantId: TenantId) =>
  sql<boolean>`not exists (select from outbox as this join outbox as later on later.tenant_id = ${tenantId}
    and later.subject = this.subject
    and (later.kind in ('booking.mail', 'booking.notice') and later.written_at > this.written_at
      or later.kind = 'appointment.changed' and later.delivered_at is null and later.given_up_at is null
        and later.payload ->> 'change' in ('created', 'moved', 'cancelled', 'uncancelled'))
    where this.tenant_id = ${tenantId} and this.id = notices.effect_id)`;

interface Reported {
  readonly effectId: string;
  readonly now: Date;
}

/** A notice of a message of which WhatsApp reports. */
export interface ReportedRow {
  readonly id: string;
  readonly state: string;
  readonly credits: number;
  readonly createdAt: Date;
  /** Whether the installation's number sent it. */
  readonly isOurs: boolean;
}

/** Locks the notices of a message that a report leads forward, the first booking's first. */
export const lockReported = statement<
  Reported & { before: readonly string[]; providerId: string },
  ReportedRow
>(
  (_, { tenantId, effectId, before, providerId }) => sql<ReportedRow>`
    select notices.id, notices.state, notices.credits, notices.created_at as "createdAt", notices.account is null as "isOurs"
    from notices where notices.tenant_id = ${tenantId} and notices.effect_id = ${effectId}::uuid
      and notices.channel = 'whatsapp' and notices.state = any(${before}::text[])
      and coalesce(notices.provider_id, ${providerId}::text) = ${providerId}::text
    order by notices.starts_at, notices.id for update`,
);

interface Arrival {
  readonly ids: readonly string[];
  readonly state: 'sent' | 'delivered' | 'read';
  readonly providerId: string;
  /** The notice that costs a credit after all; none where nothing is charged. */
  readonly charged: readonly string[];
  readonly now: Date;
}

/** Notes that a message was sent, delivered or read. */
export const noteArrival = statement<Arrival, object>(
  (_, { tenantId, ids, state, providerId, charged, now }) => sql`
    update notices set state = ${state}::text, settled_at = coalesce(notices.settled_at, ${now}::timestamptz),
      provider_id = coalesce(notices.provider_id, ${providerId}::text),
      credits = case when notices.id = any(${charged}::uuid[]) then 1 else notices.credits end
    where notices.tenant_id = ${tenantId} and notices.id = any(${ids}::uuid[])`,
);

/** A notice that failed after it was taken. */
interface FailedRow extends FailedLate {
  readonly createdAt: Date;
  readonly credits: number;
}

/** Notes that a message that was taken failed, and returns its notices. */
export const noteLateFailure = statement<Reported & { reason: string; providerId: string }, FailedRow>(
  (_, { tenantId, effectId, reason, providerId, now }) => sql<FailedRow>`
    update notices set state = 'failed', reason = ${reason}::text,
      settled_at = coalesce(settled_at, ${now}::timestamptz), provider_id = coalesce(provider_id, ${providerId}::text)
    where notices.tenant_id = ${tenantId} and notices.effect_id = ${effectId}::uuid and notices.channel = 'whatsapp'
      and notices.state in ('queued', 'sent') and coalesce(notices.provider_id, ${providerId}::text) = ${providerId}::text
    returning notices.appointment_id as "bookingId", notices.kind, notices.lead_min as lead, notices.starts_at as "startsAt",
      notices.created_at as "createdAt", notices.credits, ${isLatestNews(tenantId)} as "isNews"`,
);

/** A booking that a message told of, as a link names it. */
export interface ToldRow {
  readonly bookingId: string;
  readonly reference: string;
  readonly version: number;
}

/** Lists the bookings that a message to a number told of. */
export const listTold = statement<{ effectId: string; addressHash: string }, ToldRow>(
  (_, { tenantId, effectId, addressHash }) => sql<ToldRow>`
    select appointments.id as "bookingId", appointments.reference, appointments.link_version as version
    from notices join appointments on appointments.tenant_id = ${tenantId} and appointments.id = notices.appointment_id
    where notices.tenant_id = ${tenantId} and notices.effect_id = ${effectId}::uuid and notices.channel = 'whatsapp'
      and notices.address_hash = ${addressHash} and notices.starts_at = appointments.starts_at
    order by appointments.starts_at, appointments.id`,
);

/**
 * Finds the message by WhatsApp to a number that its person answers, of whichever business: by its own account, or by
 * the installation's for null. It is the one that they quote; else the latest of those that reached them and
 * of those begun since `since` or being sent now, whose answer may be lost; else the latest of all.
 */
export const findAnsweredNotice = statement<
  { addressHash: string; account: string | null; quoted: string | null; since: Date; now: Date },
  { readonly tenantId: string; readonly bookingId: string }
>(
  (_, { addressHash, account, quoted, since, now }) => sql<{ tenantId: string; bookingId: string }>`
    select notices.tenant_id as "tenantId", notices.appointment_id as "bookingId" from notices
    where notices.channel <> 'mail' and notices.channel = 'whatsapp' and notices.address_hash = ${addressHash}
      and notices.account is not distinct from ${account}::text
    order by coalesce(notices.provider_id = ${quoted}::text, false) desc,
      case when notices.state in ('sent', 'delivered', 'read') then 0
        when notices.state = 'failed' then 2
        when notices.created_at > ${since}::timestamptz then 0
        when exists (select from outbox where outbox.tenant_id = notices.tenant_id and outbox.id = notices.effect_id
          and outbox.lease_until > ${now}::timestamptz) then 0
        else 1 end,
      notices.settled_at desc limit 1`,
);
