import { sql } from 'kysely';
import { run } from '../../../db/run-statement.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

interface Member {
  readonly id: string;
}

/**
 * Locks the scheduled bookings of a series from a day on, in the order of their ids.
 *
 * @param from the first day in India; null for all
 */
export async function lockScheduled(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  values: { readonly seriesId: string; readonly from: string | null },
): Promise<Member[]> {
  return run(tx, work, selectScheduled(values));
}

const selectScheduled = statement<{ seriesId: string; from: string | null }, Member>(
  (_, { tenantId, seriesId, from }) => sql<Member>`select id from appointments
    where tenant_id = ${tenantId} and series_id = ${seriesId}::uuid and status = 'scheduled'
      and (${from}::date is null or appointment_date >= ${from}::date)
    order by id for update`,
);

/**
 * Gives up the claims of locked bookings, their units locked first in the order of their ids: a
 * series that moves may come to where it was.
 */
export async function freeClaims(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  ids: readonly string[],
): Promise<void> {
  await run(tx, work, deleteClaims({ ids: [...ids] }));
}

const deleteClaims = statement<{ ids: string[] }, { id: string }>(
  (_, { tenantId, ids }) => sql<{ id: string }>`with units as materialized (
      select id from resources where tenant_id = ${tenantId}
        and id in (select resource_id from claims where tenant_id = ${tenantId} and appointment_id = any (${ids}::uuid[]))
      order by id for no key update
    )
    delete from claims where tenant_id = ${tenantId} and appointment_id = any (${ids}::uuid[]) and (select count(*) from units) >= 0
    returning id`,
);
