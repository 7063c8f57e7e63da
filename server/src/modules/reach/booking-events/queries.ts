import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { mobilePattern } from '../notices/queries.ts';

/** A receiver of booking events that a business can turn on. */
export type BookingReceiver =
  | 'calendar'
  | 'webhook.calendar_event'
  | 'webhook.cancel'
  | 'mail'
  | 'notice'
  | 'change'
  | 'change_sms';

/**
 * Lists the receivers that a business has turned on. A calendar is included while its connection
 * waits to be renewed.
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
    union all select 'change_sms' from notice_channels where tenant_id = ${tenantId} and channel = 'sms' and is_on
      and exists (select from sms_texts where tenant_id = ${tenantId} and changes <> '{}')`,
);

/** How the person of a booking is reached. */
export interface ReachedRow {
  readonly id: string;
  readonly byMail: boolean;
  /** By an Indian mobile number. */
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
      sql<boolean>`coalesce(telephone(person_contact) ~ ${sql.lit(mobilePattern)}, false)`.as('byNumber'),
      sql<boolean>`series_id is not null`.as('inSeries'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`),
);
