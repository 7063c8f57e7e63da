import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/** The receivers of booking events that a business has turned on, besides the calendar. */
export interface EnabledReceivers {
  readonly calendarEvent: boolean;
  readonly cancel: boolean;
  readonly mail: boolean;
}

const none: EnabledReceivers = { calendarEvent: false, cancel: false, mail: false };

/** Of the business that the transaction is confined to. */
export async function findEnabledReceivers(tx: Tx): Promise<EnabledReceivers> {
  const { rows } = await sql<EnabledReceivers>`select
    coalesce((select calendar_event_url is not null from webhooks), false) as "calendarEvent",
    coalesce((select cancel_url is not null from webhooks), false) as "cancel",
    coalesce((select is_on from booking_mails), false) as "mail"`.execute(tx);
  return rows[0] ?? none;
}
