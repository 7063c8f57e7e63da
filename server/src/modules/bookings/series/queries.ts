import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { AppointmentRow } from '../rows/queries.ts';

type Member = Pick<
  AppointmentRow,
  'id' | 'status' | 'appointment_date' | 'appointment_time' | 'arrived_at' | 'started_at' | 'amount_paise'
>;

const memberColumns = sql`id, status, appointment_date, appointment_time, arrived_at, started_at, amount_paise`;

/** Reads all bookings of the series of a booking; no row if it belongs to none. */
export const readMembers = statement<{ id: string }, Member>(
  (_, { tenantId, id }) => sql<Member>`select ${memberColumns} from appointments
    where tenant_id = ${tenantId} and series_id = (
      select series_id from appointments where tenant_id = ${tenantId} and id = ${id}::uuid)`,
);
