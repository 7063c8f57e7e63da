import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';

/** A receiver of booking events that a business can turn on. */
export type BookingReceiver = 'calendar' | 'webhook.calendar_event' | 'webhook.cancel' | 'mail';

/**
 * Selects the receivers of booking events that a business has turned on. A calendar is also one
 * while its connection waits to be renewed.
 */
export function enabledReceivers({
  tenantId,
}: {
  readonly tenantId: TenantId;
}): RawBuilder<BookingReceiver[]> {
  return sql<BookingReceiver[]>`array(
    select 'calendar' from tenant_integrations
      where tenant_id = ${tenantId}::uuid and integration_type = 'google_calendar' and (is_connected or needs_reconnect)
    union all select 'webhook.calendar_event' from webhooks where tenant_id = ${tenantId}::uuid and calendar_event_url is not null
    union all select 'webhook.cancel' from webhooks where tenant_id = ${tenantId}::uuid and cancel_url is not null
    union all select 'mail' from booking_mails where tenant_id = ${tenantId}::uuid and is_on)`;
}
