import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface Reported {
  readonly effectId: string;
  readonly now: Date;
}

/** Notes that a message was sent, delivered or read; it only goes forward. */
export const noteArrival = statement<
  Reported & { state: 'sent' | 'delivered' | 'read'; before: readonly string[]; providerId: string },
  object
>((db, { tenantId, effectId, state, before, providerId, now }) =>
  db
    .updateTable('notices')
    .set({
      state,
      settled_at: sql<Date>`coalesce(settled_at, ${now}::timestamptz)`,
      provider_id: sql<string>`coalesce(provider_id, ${providerId}::text)`,
    })
    .where('tenant_id', '=', tenantId)
    .where('effect_id', '=', effectId)
    .where('channel', '=', 'whatsapp')
    .where('state', '=', sql<'sent'>`any(${before}::text[])`)
    .where((row) =>
      row.or([row('provider_id', 'is', null), row('provider_id', '=', sql<string>`${providerId}::text`)]),
    ),
);

/** A notice that failed after it was taken. */
export interface FailedRow {
  readonly bookingId: string;
  readonly lead: number;
  readonly startsAt: Date;
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
    returning notices.appointment_id as "bookingId", notices.lead_min as lead, notices.starts_at as "startsAt",
      notices.created_at as "createdAt", notices.credits`,
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

/** Finds the latest message by WhatsApp to a number, of whichever business. */
export const findLatestTold = statement<
  { addressHash: string },
  { readonly tenantId: string; readonly bookingId: string }
>(
  (_, { addressHash }) => sql<{ tenantId: string; bookingId: string }>`
    select notices.tenant_id as "tenantId", notices.appointment_id as "bookingId" from notices
    where notices.channel <> 'mail' and notices.channel = 'whatsapp' and notices.address_hash = ${addressHash} and notices.settled_at is not null
    order by notices.settled_at desc limit 1`,
);
