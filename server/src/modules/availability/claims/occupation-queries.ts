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
export interface FoundResource {
  readonly id: string;
  /** The court that it is a part of. */
  readonly wholeId: string | null;
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
  /** The ids of the resources that give it; null for all. */
  readonly givenBy: readonly string[] | null;
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
  readonly service: FoundService | null;
  /** The whole ones in their order, then the parts: of several that are free the first is taken. */
  readonly resources: readonly FoundResource[];
}

/**
 * Selects a `FoundOccupation` and, but for a form that only asks, locks its resources with their
 * parts, in the order of their ids. A booking that is made shares them with others that are made;
 * one that is moved has them alone (decision 0047).
 */
export function soughtOccupation(
  values: SoughtValues & { readonly tenantId: TenantId },
  { by, lock }: { readonly by: SoughtBy; readonly lock: keyof typeof locks },
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
      order by id ${locks[lock]}
    )
    select json_build_object(
      'resources', coalesce((select json_agg(json_build_object('id', id, 'wholeId', whole_id, 'name', name, 'isSought', is_sought, 'isArchived', is_archived)
        order by whole_id is not null, position, created_at, id) from locked), '[]'),
      'service', (select json_build_object('id', id, 'name', name, 'duration', duration_min, 'before', buffer_before_min,
          'after', buffer_after_min, 'price', price_paise, 'isArchived', archived_at is not null,
          'givenBy', case when not by_every_resource then coalesce((select json_agg(resource_id) from service_resources
            where service_resources.tenant_id = ${tenantId} and service_id = services.id), '[]') end, 'rules', coalesce((
            select json_agg(json_build_object('resourceId', resource_id, 'weekdays', weekdays, 'from', left(from_time::text, 5),
              'to', left(to_time::text, 5), 'price', price_rules.price_paise) order by price_rules.position)
            from price_rules where price_rules.tenant_id = ${tenantId} and service_id = services.id), '[]'))
        from services
        where tenant_id = ${tenantId} and (id = ${serviceId}::uuid or (${serviceId}::uuid is null and archived_at is null))
        order by position, created_at, id limit 1))
    from business_profiles where tenant_id = ${tenantId})`;
}

const locks = { none: sql``, share: sql`for share`, alone: sql`for no key update` };

type Shape = Parameters<typeof soughtOccupation>[1];

const selectOccupation = statement<SoughtValues, { found: FoundOccupation }, Shape>(
  (_, values, shape) => sql`select ${soughtOccupation(values, shape)} as found`,
);

/** Locks what a booking that is moved may occupy. One row. */
export function lockSought(values: SoughtValues, by: SoughtBy): Statement<{ found: FoundOccupation }> {
  return selectOccupation(values, { by, lock: 'alone' });
}

/** Reads what a booking would occupy, for a form that asks before it is made. One row. */
export function readSought(values: SoughtValues, by: SoughtBy): Statement<{ found: FoundOccupation }> {
  return selectOccupation(values, { by, lock: 'none' });
}

/**
 * Matches the rows of `resources` that are sought. As the first free court those that the service
 * names, or every whole one where it names none: a part is never given instead of its whole unless
 * the service is of parts.
 */
function soughtBy(
  by: SoughtBy,
  { tenantId, resourceId, doctor, serviceId }: SoughtValues & { readonly tenantId: TenantId },
): RawBuilder<boolean> {
  if (by === 'id') return sql`resources.id = ${resourceId}::uuid`;
  if (by === 'name')
    return sql`(resources.kind = 'practitioner' and resources.whole_id is null and resources.name_key = fold_name(${doctor}))`;
  const ofService = (column: 'id' | 'by_every_resource') => sql`(select ${sql.ref(column)} from services
    where tenant_id = ${tenantId} and (id = ${serviceId}::uuid or (${serviceId}::uuid is null and archived_at is null))
    order by position, created_at, id limit 1)`;
  return sql`(resources.kind = 'court' and resources.archived_at is null and case when ${ofService('by_every_resource')} is not false then resources.whole_id is null
    else resources.id in (select resource_id from service_resources where tenant_id = ${tenantId} and service_id = ${ofService('id')}) end)`;
}
