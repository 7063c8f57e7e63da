import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';

/**
 * By what the resource of a booking is found: its id, its doctor's name, or as the first free court
 * of its service.
 */
export type SoughtBy = 'id' | 'name' | 'first court';

/** What decides which rows are read, as values of a statement. */
export interface SoughtValues {
  readonly resourceId: string | null;
  readonly doctor: string | null;
  /** The first service that is not archived where it is null. */
  readonly serviceId: string | null;
  /** The booking that is moved: the units that it has claimed are locked too. */
  readonly moved: string | null;
}

/** The row of a resource that a booking may occupy, or of a part of one. */
interface FoundResource {
  readonly id: string;
  readonly name: string;
  readonly isSought: boolean;
  readonly isArchived: boolean;
}

/** A service with its price rules in their order. Times are `HH:MM`. */
export interface FoundService {
  readonly id: string;
  readonly name: string;
  readonly duration: number;
  readonly before: number;
  readonly after: number;
  readonly price: number | null;
  readonly isArchived: boolean;
  readonly rules: readonly {
    readonly resourceId: string | null;
    readonly weekdays: number[];
    readonly from: string | null;
    readonly to: string | null;
    readonly price: number;
  }[];
}

/** What a booking may occupy, as one value of JSON. */
export interface FoundOccupation {
  readonly keepsTimesApart: boolean;
  readonly service: FoundService | null;
  /** The whole ones in their order, then the parts: of several that are free the first is taken. */
  readonly resources: readonly FoundResource[];
}

/**
 * Selects a `FoundOccupation` and locks its resources with their parts, in the order of their ids.
 * A booking that is made shares them with others that are made; one that is moved has them alone
 * (decision 0047).
 */
export function soughtOccupation(
  values: SoughtValues & { readonly tenantId: TenantId },
  { by, lock }: { readonly by: SoughtBy; readonly lock: 'share' | 'alone' },
): RawBuilder<FoundOccupation> {
  const { tenantId, serviceId, moved } = values;
  const sought = soughtBy(by, values);
  const own = sql`resources.id in (select resource_id from claims where tenant_id = ${tenantId} and appointment_id = ${moved}::uuid)`;
  return sql<FoundOccupation>`(
    with locked as materialized (
      select id, name, whole_id, position, created_at, archived_at is not null as is_archived, ${sought} as is_sought from resources
      where tenant_id = ${tenantId} and (${sought}
        or whole_id in (select id from resources where tenant_id = ${tenantId} and ${sought})
        ${lock === 'alone' ? sql`or ${own}` : sql``})
      order by id ${lock === 'alone' ? sql`for no key update` : sql`for share`}
    )
    select json_build_object(
      'keepsTimesApart', keeps_times_apart,
      'resources', coalesce((select json_agg(json_build_object('id', id, 'name', name, 'isSought', is_sought, 'isArchived', is_archived)
        order by whole_id is not null, position, created_at, id) from locked), '[]'),
      'service', (select json_build_object('id', id, 'name', name, 'duration', duration_min, 'before', buffer_before_min,
          'after', buffer_after_min, 'price', price_paise, 'isArchived', archived_at is not null, 'rules', coalesce((
            select json_agg(json_build_object('resourceId', resource_id, 'weekdays', weekdays, 'from', left(from_time::text, 5),
              'to', left(to_time::text, 5), 'price', price_rules.price_paise) order by price_rules.position)
            from price_rules where price_rules.tenant_id = ${tenantId} and service_id = services.id), '[]'))
        from services
        where tenant_id = ${tenantId} and (id = ${serviceId}::uuid or (${serviceId}::uuid is null and archived_at is null))
        order by position, created_at, id limit 1))
    from business_profiles where tenant_id = ${tenantId})`;
}

/** The same as a statement of its own, for a booking that is moved. */
export function lockSought(values: SoughtValues, by: SoughtBy): Statement<{ found: FoundOccupation }> {
  return lock(values, { by });
}

const lock = statement<SoughtValues, { found: FoundOccupation }, { by: SoughtBy }>(
  (_, values, { by }) => sql`select ${soughtOccupation(values, { by, lock: 'alone' })} as found`,
);

/**
 * Matches the rows of `resources` that are sought. As the first free court those that the service
 * names, or every whole one where it names none: a part is never given instead of its whole unless
 * the service is of parts.
 */
export function soughtBy(
  by: SoughtBy,
  { tenantId, resourceId, doctor, serviceId }: SoughtValues & { readonly tenantId: TenantId },
): RawBuilder<boolean> {
  if (by === 'id') return sql`resources.id = ${resourceId}::uuid`;
  const ofKind = (kind: string) => sql`resources.kind = ${sql.lit(kind)} and resources.archived_at is null`;
  if (by === 'name')
    return sql`(${ofKind('practitioner')} and resources.whole_id is null and resources.name_key = fold_name(${doctor}))`;
  const ofService = (column: 'id' | 'by_every_resource') => sql`(select ${sql.ref(column)} from services
    where tenant_id = ${tenantId} and (id = ${serviceId}::uuid or (${serviceId}::uuid is null and archived_at is null))
    order by position, created_at, id limit 1)`;
  return sql`(${ofKind('court')} and case when ${ofService('by_every_resource')} is not false then resources.whole_id is null
    else resources.id in (select resource_id from service_resources where tenant_id = ${tenantId} and service_id = ${ofService('id')}) end)`;
}
