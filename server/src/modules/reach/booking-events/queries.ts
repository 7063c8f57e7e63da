import type { BusinessType } from '@samay/contract/core/roles';
import type { SmsTold } from '@samay/contract/reach/sms/change-texts';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { mobilePattern } from '../reminders/queries.ts';

/** A receiver of booking events that a business can turn on. */
export type BookingReceiver =
  | 'calendar'
  | 'webhook.calendar_event'
  | 'webhook.cancel'
  | 'mail'
  | 'notice'
  | 'change'
  | `sms.${SmsTold}`;

/**
 * Lists the receivers that a business has turned on. A calendar is included while its connection
 * waits to be renewed, and SMS with the changes of which the business has registered a text.
 */
export const listReceivers = statement<object, { receiver: BookingReceiver }>(
  (_, { tenantId }) => sql<{
    receiver: BookingReceiver;
  }>`select 'calendar' as receiver from tenant_integrations
      where tenant_id = ${tenantId} and integration_type = 'google_calendar' and (is_connected or needs_reconnect)
    union all select 'webhook.calendar_event' from webhooks where tenant_id = ${tenantId} and calendar_event_url is not null
    union all select 'webhook.cancel' from webhooks where tenant_id = ${tenantId} and cancel_url is not null
    union all select 'mail' from booking_mails where tenant_id = ${tenantId} and is_on
    union all select 'notice' from notice_channels where tenant_id = ${tenantId} and is_on
    union all select 'change' from notice_channels where tenant_id = ${tenantId} and channel = 'whatsapp' and is_on
      and tells_changes
    union all select distinct 'sms.' || change from sms_texts cross join lateral jsonb_object_keys(changes) as change
      where tenant_id = ${tenantId} and exists (select from notice_channels where tenant_id = ${tenantId}
        and channel = 'sms' and is_on)`,
);

/** How the person of a booking is reached. */
export interface ReachedRow {
  readonly id: string;
  readonly byMail: boolean;
  /** By an Indian mobile number; not by one that a visitor typed who has proven an email instead. */
  readonly byNumber: boolean;
  readonly inSeries: boolean;
}

/** Lists how the people of some bookings are reached. */
export const listReached = statement<{ ids: readonly string[] }, ReachedRow>((db, { tenantId, ids }) =>
  db
    .selectFrom('appointments')
    .select([
      'id',
      sql<boolean>`person_email is not null`.as('byMail'),
      sql<boolean>`coalesce(telephone(person_contact) ~ ${sql.lit(mobilePattern)}, false)
        and not exists (select from number_proofs where number_proofs.tenant_id = ${tenantId}
          and number_proofs.appointment_id = appointments.id and number_proofs.channel = 'mail' and number_proofs.sends > 0)`.as(
        'byNumber',
      ),
      sql<boolean>`series_id is not null`.as('inSeries'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`),
);

/** A booking that its person has cancelled by its link, with the addresses of the business to mail. */
export interface OwnCancelRow {
  readonly email: string;
  readonly business: string;
  readonly businessType: BusinessType | null;
  readonly personName: string;
  readonly date: string;
  readonly time: string;
  readonly resource: string | null;
}

/** Lists those of some bookings that their people have cancelled by their links. */
export const listOwnCancels = statement<{ ids: readonly string[] }, OwnCancelRow>(
  (_, { tenantId, ids }) => sql<OwnCancelRow>`
    select business_profiles.email, tenants.name as business, business_type as "businessType", person_name as "personName",
      appointment_date as date, appointment_time as time, coalesce(resources.name, appointments.doctor) as resource
    from appointments join tenants on tenants.id = ${tenantId}
    join business_profiles on business_profiles.tenant_id = ${tenantId}
    left join resources on resources.tenant_id = ${tenantId} and resources.id = appointments.resource_id
    where appointments.tenant_id = ${tenantId} and appointments.id = any(${ids}::uuid[])
      and appointments.status = 'cancelled' and appointments.own_change = 'cancelled'`,
);
