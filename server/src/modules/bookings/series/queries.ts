import { sql } from 'kysely';
import { run } from '../../../db/run-statement.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import type { AppointmentRow } from '../appointments/queries.ts';

type Member = Pick<
  AppointmentRow,
  'id' | 'status' | 'appointment_date' | 'appointment_time' | 'arrived_at' | 'started_at'
>;

const memberColumns = sql`id, status, appointment_date, appointment_time, arrived_at, started_at`;

/** Reads all bookings of the series of a booking; no row where it is of none. */
export const readMembers = statement<{ id: string }, Member>(
  (_, { tenantId, id }) => sql<Member>`select ${memberColumns} from appointments
    where tenant_id = ${tenantId} and series_id = (
      select series_id from appointments where tenant_id = ${tenantId} and id = ${id}::uuid)`,
);

/** Locks the scheduled bookings of a series, in the order of their ids. */
export async function lockScheduled(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  seriesId: string,
): Promise<Member[]> {
  return run(tx, work, selectScheduled({ seriesId }));
}

const selectScheduled = statement<{ seriesId: string }, Member>(
  (_, { tenantId, seriesId }) => sql<Member>`select ${memberColumns} from appointments
    where tenant_id = ${tenantId} and series_id = ${seriesId}::uuid and status = 'scheduled'
    order by id for update`,
);

/** Gives up the claims of locked bookings: a series that moves may come to where it was. */
export const freeClaims = statement<{ ids: string[] }, object>(
  (_, { tenantId, ids }) => sql`delete from claims
    where tenant_id = ${tenantId} and appointment_id = any (${ids}::uuid[])`,
);

/** Locks people in the order of their ids. */
export const lockPeople = statement<{ ids: string[] }, object>(
  (_, { tenantId, ids }) => sql`select id from patients
    where tenant_id = ${tenantId} and id = any (${ids}::uuid[]) order by id for update`,
);

/** Locks the tallies of days in their order. */
export const lockDays = statement<{ days: string[] }, object>(
  (_, { tenantId, days }) => sql`select day from day_tallies
    where tenant_id = ${tenantId} and day = any (${days}::date[]) order by day for update`,
);

/** Locks the tallies of the payments of days in the order in which a booking takes them. */
export const lockPayments = statement<{ days: string[] }, object>(
  (_, { tenantId, days }) => sql`select day from payment_tallies
    where tenant_id = ${tenantId} and day = any (${days}::date[]) order by day, payment_method for update`,
);
