import { type AffectedBooking, beyondPlan } from '@samay/contract/core/alternatives';
import type { Expression, SqlBool } from 'kysely';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { AffectedRow } from './queries.ts';

/**
 * Matches the bookings that the plan shows. Bookings implements it and app.ts hands it in: this
 * module imports nothing above it.
 */
export type ShownBookings = (
  tx: Tx,
  context: Pick<TenantContext, 'tenantId' | 'now' | 'businessType'>,
) => Promise<Expression<SqlBool>>;

/** Presents the bookings that a change affects; a hidden one without its name. */
export function presentAffected(rows: readonly AffectedRow[]): AffectedBooking[] {
  return rows.map((row) => ({
    id: row.id,
    personName: row.is_shown ? row.person_name : beyondPlan,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    resourceName: row.resource_name,
  }));
}
