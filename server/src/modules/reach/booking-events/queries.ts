import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/** Who beside the calendar is to hear of this business's bookings. */
export interface Wanted {
  readonly calendarEvent: boolean;
  readonly cancel: boolean;
  readonly mail: boolean;
}

const none: Wanted = { calendarEvent: false, cancel: false, mail: false };

export async function findWanted(tx: Tx): Promise<Wanted> {
  const { rows } = await sql<Wanted>`select
    coalesce((select calendar_event_url is not null from webhooks), false) as "calendarEvent",
    coalesce((select cancel_url is not null from webhooks), false) as "cancel",
    coalesce((select is_on from booking_mails), false) as "mail"`.execute(tx);
  return rows[0] ?? none;
}
