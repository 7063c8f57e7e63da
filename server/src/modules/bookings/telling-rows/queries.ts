import type { TellingKind } from '@samay/contract/bookings/tellings/message-words';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

export interface TellingRow {
  readonly id: string;
  readonly kind: TellingKind;
  readonly opened_at: Date;
  readonly opened_by: string;
  readonly name: string | null;
}

/** Reads the latest telling of each kind for a booking, without those that were undone. */
export const readTellings = statement<{ bookingId: string }, TellingRow>(
  (_, { tenantId, bookingId }) => sql<TellingRow>`
    select distinct on (tellings.kind) tellings.id, tellings.kind, tellings.opened_at, tellings.opened_by,
      users.full_name as name
    from tellings left join users on users.id = tellings.opened_by
    where tellings.tenant_id = ${tenantId} and tellings.appointment_id = ${bookingId}
      and tellings.undone_at is null
    order by tellings.kind, tellings.opened_at desc`,
);
