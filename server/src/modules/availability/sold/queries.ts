import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import {
  exceptionsJson,
  hoursJson,
  toLocalMinute,
  midnight,
  midnightAfter,
  type OpenRow,
} from '../slots/open-queries.ts';

/** Days in India, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The open time of resources and the minutes that bookings occupy, as `soldTime` takes it. */
export interface SoldRow extends OpenRow {
  readonly resources: [id: string, wholeId: string | null][] | null;
  /** The claims of bookings, overbookings and buffers included, by unit. */
  readonly claims: [unitId: string, from: number[], to: number[]][] | null;
}

/** Reads the data for `soldTime`. One row. A hold is no booking; a claim lasts at most 20 hours. */
export const readSold = statement<Days, SoldRow>((_, { tenantId, from, to }) => {
  const [begin, end] = [midnight(from), midnightAfter(to)];
  return sql<SoldRow>`select
      (select json_agg(json_build_array(id, whole_id)) from resources where tenant_id = ${tenantId} and archived_at is null) as resources,
      ${hoursJson(tenantId)} as hours,
      ${exceptionsJson(tenantId, { begin, end })} as exceptions,
      (select json_agg(json_build_array(resource_id, starts, ends)) from (
        select resource_id, json_agg(floor(${toLocalMinute('starts_at')})::int) as starts, json_agg(ceil(${toLocalMinute('ends_at')})::int) as ends
        from claims where ${areReaching(tenantId, { begin, end })} group by resource_id) as by_unit) as claims`;
});

/** Matches the claims of bookings that occupy a resource between two instants. */
function areReaching(
  tenantId: TenantId,
  { begin, end }: { readonly begin: RawBuilder<Date>; readonly end: RawBuilder<Date> },
): RawBuilder<boolean> {
  return sql<boolean>`claims.tenant_id = ${tenantId} and claims.appointment_id is not null and claims.starts_at < ${end}
    and claims.starts_at > ${begin} - interval '20 hours' and claims.ends_at > ${begin}`;
}

/** Matches the claims of resources that are not archived. */
function areInUse(tenantId: TenantId): RawBuilder<boolean> {
  return sql<boolean>`exists (select from resources where resources.tenant_id = ${tenantId} and resources.id = claims.resource_id
    and resources.archived_at is null)`;
}

/** Counts the bookings that occupy a resource in use on some of the days. One row. */
export const countSold = statement<Days, { bookings: number }>(
  (_, { tenantId, from, to }) => sql<{
    bookings: number;
  }>`select count(distinct appointment_id)::int as bookings from claims
    where ${areReaching(tenantId, { begin: midnight(from), end: midnightAfter(to) })} and ${areInUse(tenantId)}`,
);

/**
 * Matches these bookings in a statement over `appointments`, at both ends, so that PostgreSQL may
 * read along the claims.
 */
export function occupiesWithin(tenantId: TenantId, { from, to }: Days): RawBuilder<boolean> {
  return sql<boolean>`exists (select from claims where claims.appointment_id = appointments.id
    and ${areReaching(tenantId, { begin: midnight(from), end: midnightAfter(to) })} and ${areInUse(tenantId)})`;
}
