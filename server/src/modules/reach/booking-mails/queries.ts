import type { BusinessType } from '@samay/contract/core/roles';
import { sql } from 'kysely';
import { type InTenant, statement } from '../../../db/statement.ts';

export const saveMailsOn = statement((db, values: InTenant & { isOn: boolean; now: Date }) => {
  const changes = { is_on: values.isOn, updated_at: values.now };
  return db
    .insertInto('booking_mails')
    .values({ tenant_id: values.tenantId, ...changes })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
});

/** A booking with the content of a mail to its person. */
export interface MailedBooking {
  readonly personName: string;
  /** The email; null: there is no mail. */
  readonly personEmail: string | null;
  readonly doctor: string | null;
  readonly resourceId: string | null;
  readonly startsAt: Date;
  readonly isCancelled: boolean;
  /** The bookings of its series that were changed with it, for which one mail is sent. */
  readonly alsoAt: readonly Date[];
  readonly businessName: string;
  readonly businessType: BusinessType | null;
  readonly shortId: string;
  readonly reference: string;
  readonly version: number;
  /** Whether its person wants no more notices, by its email or its number. */
  readonly isOptedOut: boolean;
}

/** Reads a booking for its mail; no row if it is deleted or mails are off. */
export const readBookingForDelivery = statement<{ appointmentId: string }, MailedBooking>(
  (db, { tenantId, appointmentId }) =>
    db
      .selectFrom('appointments')
      .innerJoin('tenants', 'tenants.id', 'appointments.tenant_id')
      .innerJoin('business_profiles', 'business_profiles.tenant_id', 'appointments.tenant_id')
      .innerJoin('booking_mails', 'booking_mails.tenant_id', 'appointments.tenant_id')
      .select([
        'person_name as personName',
        'person_email as personEmail',
        'doctor',
        'resource_id as resourceId',
        'starts_at as startsAt',
        'tenants.name as businessName',
        'business_type as businessType',
        'tenants.short_id as shortId',
        'reference',
        'link_version as version',
      ])
      .select(sql<boolean>`appointments.status = 'cancelled'`.as('isCancelled'))
      .select(
        sql<Date[]>`array(
      select other.starts_at from appointments as other
      where other.tenant_id = ${tenantId} and other.series_id = appointments.series_id and other.id <> appointments.id
        and other.updated_at = appointments.updated_at and other.status = appointments.status
      order by other.starts_at)`.as('alsoAt'),
      )
      .select(
        sql<boolean>`exists (select from opt_outs where opt_outs.tenant_id = ${tenantId}
          and opt_outs.address in (lower(trim(person_email)), telephone(person_contact)))`.as('isOptedOut'),
      )
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.id', '=', appointmentId)
      .where('is_on', '=', true),
);

/** Deletes and returns the mails and notices about a booking that no worker is delivering. */
export const deletePendingMails = statement(
  (db, { tenantId, appointmentId, now }: InTenant & { appointmentId: string; now: Date }) =>
    db
      .deleteFrom('outbox')
      .where('tenant_id', '=', tenantId)
      .where('kind', 'in', ['booking.mail', 'booking.notice'])
      .where('subject', '=', appointmentId)
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
      .returning(['id', 'payload', 'attempts', 'written_at']),
);

/** Lists those that a worker is delivering, or was when it died. */
export const listInFlight = statement<
  { appointmentId: string },
  { readonly payload: unknown; readonly attempts: number; readonly written_at: Date }
>((db, { tenantId, appointmentId }) =>
  db
    .selectFrom('outbox')
    .select(['payload', 'attempts', 'written_at'])
    .where('tenant_id', '=', tenantId)
    .where('kind', 'in', ['booking.mail', 'booking.notice'])
    .where('subject', '=', appointmentId)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null),
);

/**
 * Reads the latest mail or notice about a booking of those that are over, where it reached nobody: it was given up,
 * each of its messages failed, or it had none to send as the booking had changed in that moment.
 */
export const readUnreached = statement<{ appointmentId: string }, { readonly id: string }>(
  (_, { tenantId, appointmentId }) => sql<{ id: string }>`
    select latest.id from (
      select id, kind, given_up_at from outbox
      where outbox.tenant_id = ${tenantId} and outbox.subject = ${appointmentId} and outbox.kind in ('booking.mail', 'booking.notice')
        and (outbox.delivered_at is not null or outbox.given_up_at is not null)
      order by outbox.written_at desc limit 1) as latest
    cross join lateral (select bool_and(notices.state = 'failed') as failed from notices
      where notices.tenant_id = ${tenantId} and notices.effect_id = latest.id) as told
    where latest.given_up_at is not null or coalesce(told.failed, latest.kind = 'booking.notice')`,
);

/** The credits that a notice by WhatsApp had taken. */
export interface ReplacedRow {
  readonly credits: number;
  readonly createdAt: Date;
}

/** Ends the notices that were begun for effects which a later one has replaced, and returns those that had taken credits. */
export const failReplaced = statement<{ effectIds: readonly string[]; now: Date }, ReplacedRow>(
  (_, { tenantId, effectIds, now }) => sql<ReplacedRow>`
    with replaced as (select id, credits, created_at from notices where notices.tenant_id = ${tenantId}
      and notices.effect_id = any(${effectIds}::uuid[]) and notices.state = 'queued' for update),
    failed as (update notices set state = 'failed', reason = 'a later message has replaced it', settled_at = ${now}::timestamptz, credits = 0
      from replaced where notices.tenant_id = ${tenantId} and notices.id = replaced.id)
    select credits, created_at as "createdAt" from replaced where credits > 0`,
);

/** Reads a later mail or notice about the same booking than this effect. */
export const readLaterMail = statement<{ effectId: string }, { id: string }>(
  (_, { tenantId, effectId }) => sql<{ id: string }>`select later.id from outbox as this
    join outbox as later on later.tenant_id = this.tenant_id and later.subject = this.subject and later.kind in ('booking.mail', 'booking.notice')
      and later.written_at > this.written_at
    where this.tenant_id = ${tenantId}::uuid and this.id = ${effectId}::uuid limit 1`,
);
