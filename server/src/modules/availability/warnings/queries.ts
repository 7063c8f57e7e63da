import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import { unknownDuration } from '../claims/duration-queries.ts';
import { type SoughtBy, soughtBy, type SoughtValues } from '../claims/occupation-queries.ts';

interface Values extends SoughtValues {
  readonly date: string;
  readonly time: string;
  /** Minutes; the service's where it is null. */
  readonly duration: number | null;
}

/** What stands against a time. Times of hours are `HH:MM`. */
export interface AtTimeRow {
  /** Whether the business has hours that count, or none yet. */
  readonly has_times: boolean;
  /** The doctor, court or part that is sought; of several courts the first. */
  readonly resource: { readonly id: string; readonly wholeId: string | null; readonly name: string } | null;
  /** Whether none of those that are sought is free. */
  readonly is_taken: boolean;
  /** The reason of a closure that it touches. */
  readonly closed: string | null;
  readonly has_extra_hours: boolean;
  readonly hours: readonly {
    readonly resourceId: string | null;
    readonly weekday: number;
    readonly opens: string;
    readonly closes: string;
  }[];
}

/**
 * Reads what stands against a time: claims of the resource that is sought, closures, and the hours.
 * One row.
 */
export function readAtTime(values: Values, by: SoughtBy): Statement<AtTimeRow> {
  return select(values, { by });
}

const select = statement<Values, AtTimeRow, { by: SoughtBy }>((_, values, { by }) => {
  const { tenantId, serviceId, moved, date, time, duration } = values;
  const ofSought = sql`(resource_id is null or resource_id in (select id from sought) or resource_id in (select whole_id from sought))`;
  return sql<AtTimeRow>`with sought as materialized (
      select id, whole_id, name, position, created_at from resources where tenant_id = ${tenantId} and ${soughtBy(by, values)}
    ), service as materialized (
      select duration_min, buffer_before_min, buffer_after_min from services
      where tenant_id = ${tenantId} and (id = ${serviceId}::uuid or (${serviceId}::uuid is null and archived_at is null))
      order by position, created_at, id limit 1
    ), wanted as materialized (
      select starts_at, starts_at + make_interval(mins => lasts) as ends_at, starts_at - make_interval(mins => before) as claim_from,
        starts_at + make_interval(mins => lasts + after) as claim_to
      from (select (${date}::date + ${time}::time) at time zone 'Asia/Kolkata' as starts_at, coalesce(${duration}::int, duration_min, ${sql.lit(unknownDuration)}) as lasts,
        coalesce(buffer_before_min, 0) as before, coalesce(buffer_after_min, 0) as after from (select) as one left join service on true) as at
    ), units as (
      select sought.id as resource_id, coalesce(parts.id, sought.id) as unit_id from sought
      left join resources as parts on parts.tenant_id = ${tenantId} and parts.whole_id = sought.id and parts.archived_at is null
    )
    select exists (select from service) as has_times,
      (select json_build_object('id', id, 'wholeId', whole_id, 'name', name) from sought order by position, created_at, id limit 1) as resource,
      (select count(*) from sought) = (
        select count(distinct units.resource_id) from wanted cross join units join claims on claims.tenant_id = ${tenantId}
          and claims.resource_id = units.unit_id and claims.starts_at < wanted.claim_to
          and claims.starts_at > wanted.claim_from - interval '20 hours' and claims.ends_at > wanted.claim_from
          and claims.expires_at is null and claims.appointment_id is distinct from ${moved}::uuid) as is_taken,
      (select reason from hour_exceptions, wanted where hour_exceptions.tenant_id = ${tenantId} and kind = 'closure' and ${ofSought}
        and hour_exceptions.starts_at < wanted.ends_at and hour_exceptions.ends_at > wanted.starts_at
        order by hour_exceptions.starts_at, hour_exceptions.id limit 1) as closed,
      exists (select from hour_exceptions, wanted where hour_exceptions.tenant_id = ${tenantId} and kind = 'extra_hours' and ${ofSought}
        and hour_exceptions.starts_at <= wanted.starts_at and hour_exceptions.ends_at > wanted.starts_at) as has_extra_hours,
      coalesce((select json_agg(json_build_object('resourceId', resource_id, 'weekday', weekday, 'opens', left(opens::text, 5),
          'closes', left(closes::text, 5))) from weekly_hours where tenant_id = ${tenantId} and ${ofSought}), '[]') as hours`;
});
