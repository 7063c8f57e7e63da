import { type AffectedBooking, beyondPlan } from '@samay/contract/core/alternatives';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { AffectedRow } from './queries.ts';

/**
 * Returns which bookings the plan shows. `visibility` implements it and app.ts hands it in: this
 * module imports nothing above it.
 */
export type ShownBookings = (
  tx: Tx,
  context: Pick<TenantContext, 'tenantId' | 'now' | 'businessType'>,
  ids: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Presents the bookings that a change affects; a hidden one without its name. */
export async function presentAffected(
  tx: Tx,
  context: TenantContext,
  rows: readonly AffectedRow[],
  shown: ShownBookings,
): Promise<AffectedBooking[]> {
  const ids = rows.map(({ id }) => id);
  const named = ids.length > 0 ? await shown(tx, context, ids) : undefined;
  return rows.map((row) => ({
    id: row.id,
    personName: named?.has(row.id) ? row.person_name : beyondPlan,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    resourceName: row.resource_name,
  }));
}
