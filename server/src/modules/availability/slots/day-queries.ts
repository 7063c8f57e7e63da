import { type RawBuilder, sql } from 'kysely';
import {
  exceptionsJson,
  hoursJson,
  toLocalMinute,
  midnight,
  midnightAfter,
  type OpenRow,
} from './open-queries.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';

/** The duration of a booking in a business without services. */
export const unknownDuration = 30;

/** Days in India, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

interface Values extends Days {
  /** The service; null for the first one that is not archived. */
  readonly service: string | null;
  /** The resource; read only to check that the business has it. */
  readonly resource: string | null;
  /** The booking whose own claims are left out. */
  readonly except: string | null;
  /** The visitor whose own holds are left out. */
  readonly heldBy?: string | null;
}

/** Minutes of the day, or local ones (spans.ts). Null if there is no row. */
export interface DaysRow extends OpenRow {
  readonly knows_resource: boolean;
  readonly service:
    | [
        id: string,
        duration: number,
        before: number,
        after: number,
        grid: number | null,
        archived: boolean,
        byEveryResource: boolean,
      ]
    | null;
  readonly resources: [id: string, wholeId: string | null, gives: boolean][] | null;
  readonly claims: [unitId: string, from: number[], to: number[], holdEndsAt: number | null][] | null;
}

/**
 * Reads the data for the free starts of a range of days, in one row: PostgreSQL and the server pay
 * for each row. A claim or closure counts by whole minutes rounded outwards, extra hours inwards.
 */
export const readDays = statement<Values, DaysRow>(
  (_, { tenantId, service, resource, except, heldBy, from, to, now }) =>
    selectDays(tenantId, {
      service,
      resource,
      from,
      to,
      now,
      reason: sql`reason`,
      counted: sql`(${except}::uuid is null or appointment_id is distinct from ${except}::uuid)
          and (${heldBy ?? null}::uuid is null or held_by is distinct from ${heldBy ?? null}::uuid)`,
    }),
);

/**
 * Reads the same for a stranger, whose role sees no reason of a closure and no owner of a claim: holds of
 * their own are among the claims.
 */
export const readDaysAsGuest = statement<Days & { readonly service: string }, DaysRow>(
  (_, { tenantId, service, from, to, now }) =>
    selectDays(tenantId, { service, resource: null, from, to, now, reason: sql`''`, counted: sql`true` }),
);

/** A claim in local minutes, rounded as those of the days are. */
export interface HeldRow {
  readonly resource_id: string;
  readonly from: number;
  readonly to: number;
}

/** Lists the holds of a visitor in a range of days. */
export const listHeld = statement<Days & { readonly heldBy: string }, HeldRow>(
  (
    _,
    { tenantId, heldBy, from, to, now },
  ) => sql<HeldRow>`select resource_id, ${minutes.from} as "from", ${minutes.to} as "to"
    from claims where tenant_id = ${tenantId} and ${reachesInto(from, to)} and held_by = ${heldBy}::uuid and expires_at > ${now}`,
);

/** Leaves holds out of the claims of days. */
export function withoutHeld(row: DaysRow, held: readonly HeldRow[]): DaysRow {
  const claims = (row.claims ?? []).map(
    ([unit, from, to, holdEndsAt]): NonNullable<DaysRow['claims']>[number] => {
      const own = held.filter(({ resource_id: id }) => id === unit);
      const kept = from.flatMap((begin, at) =>
        own.some((hold) => hold.from === begin && hold.to === to[at]) ? [] : [at],
      );
      return [unit, kept.map((at) => from[at] ?? 0), kept.map((at) => to[at] ?? 0), holdEndsAt];
    },
  );
  return { ...row, claims };
}

const minutes = {
  from: sql`floor(${toLocalMinute('starts_at')})::int`,
  to: sql`ceil(${toLocalMinute('ends_at')})::int`,
};

/**
 * Returns the condition that a claim reaches into a range of days: it lasts at most 20 hours, 4 before its
 * start and 16 after it. Ranges are compared by their ends: the operators of range types are not leakproof.
 */
function reachesInto(from: string, to: string) {
  const [begin, end] = [midnight(from), midnightAfter(to)];
  return sql`starts_at < ${end} + interval '16 hours'
    and starts_at > ${begin} - interval '24 hours' and ends_at > ${begin} - interval '4 hours'`;
}

interface Selected extends Days {
  readonly service: string | null;
  readonly resource: string | null;
  /** Selects the reason of a closure. */
  readonly reason: RawBuilder<unknown>;
  /** The condition on the claims that count. */
  readonly counted: RawBuilder<unknown>;
}

function selectDays(tenantId: TenantId, { service, resource, from, to, now, reason, counted }: Selected) {
  const [begin, end] = [midnight(from), midnightAfter(to)];
  return sql<DaysRow>`with offered as materialized (
      select id, duration_min, buffer_before_min, buffer_after_min, grid_min, archived_at, by_every_resource from services
      where tenant_id = ${tenantId} and (id = ${service}::uuid or (${service}::uuid is null and archived_at is null))
      order by position, created_at, id limit 1)
    select
      (${resource}::uuid is null or exists (select from resources where tenant_id = ${tenantId} and id = ${resource}::uuid)) as knows_resource,
      (select json_build_array(id, duration_min, buffer_before_min, buffer_after_min, grid_min, archived_at is not null, by_every_resource)
        from offered) as service,
      (select json_agg(json_build_array(resources.id, resources.whole_id,
            coalesce(offered.by_every_resource or service_resources.resource_id is not null, false))
          order by resources.position, resources.created_at, resources.id)
        from resources left join offered on true left join service_resources on service_resources.tenant_id = ${tenantId}
          and service_resources.service_id = offered.id and service_resources.resource_id = resources.id
        where resources.tenant_id = ${tenantId} and resources.archived_at is null) as resources,
      ${hoursJson(tenantId)} as hours,
      ${exceptionsJson(tenantId, { begin, end, reason })} as exceptions,
      (select json_agg(json_build_array(resource_id, starts, ends, hold_ends)) from (
        select resource_id, json_agg(${minutes.from}) as starts, json_agg(${minutes.to}) as ends,
          floor(date_part('epoch', min(expires_at)) * 1000)::bigint as hold_ends
        from claims where tenant_id = ${tenantId} and ${reachesInto(from, to)}
          and (expires_at is null or expires_at > ${now}) and ${counted}
        group by resource_id) as by_unit) as claims`;
}
