import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface Range {
  /** Resources by their place, as JSON. */
  readonly candidates: string;
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
}

/**
 * The start of the first claim on each of some resources within a range, on itself or on a part of
 * it. A resource that is free has no row.
 */
export const selectNextClaims = statement<Range, { place: number; next: Date }>(
  (_, { tenantId, candidates, from, to, now }) => sql<{ place: number; next: Date }>`
    select candidates.place, min(claims.starts_at) as next
    from json_to_recordset(${candidates}::json) as candidates (place int, id uuid)
    left join resources as parts on parts.tenant_id = ${tenantId} and parts.whole_id = candidates.id and parts.archived_at is null
    join claims on claims.tenant_id = ${tenantId} and claims.resource_id = coalesce(parts.id, candidates.id)
      and claims.starts_at < ${to} and claims.starts_at > ${from}::timestamptz - interval '20 hours' and claims.ends_at > ${from}
      and (claims.expires_at is null or claims.expires_at > ${now})
    group by candidates.place`,
);
