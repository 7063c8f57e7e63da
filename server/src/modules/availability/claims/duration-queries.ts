import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { unknownDuration } from '../slots/day-queries.ts';

/**
 * Selects the duration of a row of `appointments`: if none was stored, the first service's minutes,
 * which are read at most once a statement.
 */
export function durationOf(tenantId: TenantId): RawBuilder<number> {
  return sql<number>`coalesce(appointments.duration_min, (
    select services.duration_min from services where services.tenant_id = ${tenantId} and services.archived_at is null
    order by services.position, services.created_at, services.id limit 1), ${sql.lit(unknownDuration)})`;
}
