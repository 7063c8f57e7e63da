/* The statement with which the product reads free starts
   (server/src/modules/availability/slots/day-queries.ts), for the first service and every doctor.
   `$1` is the business, `$2` and `$3` are the first and last day, `$4` the present. */

const minute = (column: string) => `date_part('epoch', ${column} at time zone 'Asia/Kolkata') / 60`;
const minuteOfDay = (column: string) => `(date_part('epoch', ${column}) / 60)::int`;
const begin = `($2::date::timestamp at time zone 'Asia/Kolkata')`;
const end = `((($3::date + 1)::timestamp) at time zone 'Asia/Kolkata')`;

export const days = `with offered as materialized (
    select id, duration_min, buffer_before_min, buffer_after_min, grid_min, archived_at, by_every_resource from services
    where tenant_id = $1 and (id = $5::uuid or ($5::uuid is null and archived_at is null))
    order by position, created_at, id limit 1)
  select
    ($6::uuid is null or exists (select from resources where tenant_id = $1 and id = $6::uuid)) as knows_resource,
    (select json_build_array(id, duration_min, buffer_before_min, buffer_after_min, grid_min, archived_at is not null, by_every_resource)
      from offered) as service,
    (select json_agg(json_build_array(resources.id, resources.whole_id,
          coalesce(offered.by_every_resource or service_resources.resource_id is not null, false))
        order by resources.position, resources.created_at, resources.id)
      from resources left join offered on true left join service_resources on service_resources.tenant_id = $1
        and service_resources.service_id = offered.id and service_resources.resource_id = resources.id
      where resources.tenant_id = $1 and resources.archived_at is null) as resources,
    (select json_agg(json_build_array(resource_id, weekday, ${minuteOfDay('opens')}, ${minuteOfDay('closes')}) order by weekday, opens, id)
      from weekly_hours where tenant_id = $1) as hours,
    (select json_agg(json_build_array(resource_id, kind = 'closure',
        case kind when 'closure' then floor(${minute('starts_at')})::int else ceil(${minute('starts_at')})::int end,
        case kind when 'closure' then ceil(${minute('ends_at')})::int else floor(${minute('ends_at')})::int end, reason) order by starts_at, id)
      from hour_exceptions where tenant_id = $1
        and ends_at > ${begin} - interval '1 day' and starts_at < ${end} + interval '1 day') as exceptions,
    (select json_agg(json_build_array(resource_id, starts, ends, hold_ends)) from (
      select resource_id, json_agg(floor(${minute('starts_at')})::int) as starts, json_agg(ceil(${minute('ends_at')})::int) as ends,
        floor(date_part('epoch', min(expires_at)) * 1000)::bigint as hold_ends
      from claims where tenant_id = $1 and starts_at < ${end} + interval '16 hours'
        and starts_at > ${begin} - interval '24 hours' and ends_at > ${begin} - interval '4 hours'
        and (expires_at is null or expires_at > $4) and ($7::uuid is null or appointment_id is distinct from $7::uuid)
      group by resource_id) as by_unit) as claims`;

/** Returns the values of the statement, without a chosen service, doctor or booking. */
export function valuesOfDays(
  tenantId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): unknown[] {
  return [tenantId, from, to, new Date(), null, null, null];
}
