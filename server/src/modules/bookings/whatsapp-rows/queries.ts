import type { WhatsAppKind } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

export interface WhatsAppMessageRow {
  readonly id: string;
  readonly kind: WhatsAppKind;
  readonly opened_at: Date;
  readonly opened_by: string;
  readonly name: string | null;
}

/** Reads the latest WhatsApp message of each kind for a booking, without those that were undone. */
export const readWhatsAppMessages = statement<{ bookingId: string }, WhatsAppMessageRow>(
  (_, { tenantId, bookingId }) => sql<WhatsAppMessageRow>`
    select distinct on (whatsapp_messages.kind) whatsapp_messages.id, whatsapp_messages.kind, whatsapp_messages.opened_at, whatsapp_messages.opened_by,
      users.full_name as name
    from whatsapp_messages left join users on users.id = whatsapp_messages.opened_by
    where whatsapp_messages.tenant_id = ${tenantId} and whatsapp_messages.appointment_id = ${bookingId}
      and whatsapp_messages.undone_at is null
    order by whatsapp_messages.kind, whatsapp_messages.opened_at desc`,
);
