import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';

/** Resources by ids with their parts, practitioners by a name, or all. */
type SoughtBy = 'id' | 'name' | 'any';

/**
 * Finds the rows that decide which resources bookings may occupy. Statements with several rows are
 * by name.
 */
export interface Sought {
  readonly by: SoughtBy;
  readonly resourceIds: readonly string[];
  /** The doctor's name as `foldName` folds it. */
  readonly doctorKey: string | null;
  readonly serviceIds: readonly string[];
  /** Whether some booking has the first service that is not archived. */
  readonly isFirstService: boolean;
  /** Bookings whose claims are replaced: their units are locked too. */
  readonly moved: readonly string[];
  /** The time that each booking may claim, and the requested resource. */
  readonly windows: readonly ClaimWindow[];
}

export interface ClaimWindow {
  readonly from: Date;
  readonly to: Date;
  readonly resourceId: string | null;
}

export interface SoughtResource {
  readonly id: string;
  /** The court to which the part belongs. */
  readonly whole_id: string | null;
  readonly name: string;
  readonly kind: 'practitioner' | 'court';
  readonly is_archived: boolean;
  /** Whether it is a practitioner with the requested name. */
  readonly is_named: boolean;
}

export interface SoughtService {
  readonly id: string;
  readonly name: string;
  readonly duration_min: number;
  readonly buffer_before_min: number;
  readonly buffer_after_min: number;
  readonly price_paise: number | null;
  readonly priced_per: 'visit' | 'hour';
  readonly by_every_resource: boolean;
  readonly is_archived: boolean;
}

interface SoughtRule {
  readonly service_id: string;
  readonly resource_id: string | null;
  readonly weekdays: number[];
  /** `HH:MM:SS`; both null for the whole day. */
  readonly from_time: string | null;
  readonly to_time: string | null;
  readonly price_paise: number;
}

export interface SoughtClaim {
  readonly id: string;
  /** The occupied unit. */
  readonly resource_id: string;
  readonly appointment_id: string | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly expires_at: Date | null;
  /** The holder of a hold; null for a claim of a booking. */
  readonly held_by: string | null;
}

/** The rows that decide which resources bookings may occupy. */
export interface SoughtRows {
  readonly resources: readonly SoughtResource[];
  readonly services: readonly SoughtService[];
  readonly givers: readonly { readonly service_id: string; readonly resource_id: string }[];
  readonly rules: readonly SoughtRule[];
}

type SoughtStatements = { readonly [Name in keyof SoughtRows]: Statement<SoughtRows[Name][number]> };

/** Reads the rows that decide which resources bookings may occupy, each table by a statement. */
export function readSought({
  by,
  resourceIds,
  doctorKey,
  serviceIds,
  isFirstService,
}: Sought): SoughtStatements {
  const services = { serviceIds, isFirstService };
  return {
    resources: selectResources({ resourceIds, doctorKey }, { by }),
    services: selectServices(services),
    givers: selectGivers(services),
    rules: selectRules(services),
  };
}

/**
 * Locks the units that bookings have or may get, in the order of their ids, and reads the resources
 * that may be occupied and their claims in each window (decision 0047).
 */
export function lockSought(
  sought: Sought,
): SoughtStatements & { readonly units: Statement<object>; readonly claims: Statement<SoughtClaim>[] } {
  const { by, resourceIds, doctorKey, moved, windows } = sought;
  return {
    units: lockUnits({ resourceIds, doctorKey, moved }, { by, isMoving: moved.length > 0 }),
    ...readSought(sought),
    claims: windows.map((window) => selectClaims(window)),
  };
}

interface Resources {
  readonly resourceIds: readonly string[];
  readonly doctorKey: string | null;
}

/** Matches the rows of `resources` that bookings may get. */
function isSought(by: SoughtBy, values: Resources): RawBuilder<boolean> {
  const { resourceIds } = values;
  if (by === 'id') return sql`(id = any (${resourceIds}::uuid[]) or whole_id = any (${resourceIds}::uuid[]))`;
  if (by === 'name') return isNamed(values.doctorKey);
  return sql`true`;
}

function isNamed(doctorKey: string | null): RawBuilder<boolean> {
  return sql`(kind = 'practitioner' and whole_id is null and name_key = ${doctorKey})`;
}

type Moving = Resources & { readonly moved: readonly string[] };

/** Reads the claims, which alone tell the units of a booking. */
const lockUnits = statement<Moving, { id: string }, { by: SoughtBy; isMoving: boolean }>(
  (_, values, { by, isMoving }) => {
    const { tenantId, moved } = values;
    const own = sql`id in (
      select resource_id from claims where tenant_id = ${tenantId} and appointment_id = any (${moved}::uuid[]))`;
    return sql`select id from resources
      where tenant_id = ${tenantId} and (${isSought(by, values)} ${isMoving ? sql`or ${own}` : sql``})
      order by id for no key update`;
  },
);

const selectResources = statement<Resources, SoughtResource, { by: SoughtBy }>(
  (_, values, { by }) => sql<SoughtResource>`
    select id, whole_id, name, kind, archived_at is not null as is_archived,
      ${values.doctorKey}::text is not null and ${isNamed(values.doctorKey)} as is_named
    from resources where tenant_id = ${values.tenantId} and ${isSought(by, values)}
    order by whole_id is not null, position, created_at, id`,
);

type Services = Pick<Sought, 'serviceIds' | 'isFirstService'>;

const selectServices = statement<Services, SoughtService>(
  (_, { tenantId, serviceIds, isFirstService }) => sql<SoughtService>`
    select id, name, duration_min, buffer_before_min, buffer_after_min, price_paise, priced_per,
      by_every_resource, archived_at is not null as is_archived
    from services
    where tenant_id = ${tenantId}
      and (id = any (${serviceIds}::uuid[]) or (${isFirstService}::boolean and archived_at is null))
    order by position, created_at, id`,
);

const selectGivers = statement<Services, SoughtRows['givers'][number]>(
  (_, { tenantId, serviceIds, isFirstService }) => sql<SoughtRows['givers'][number]>`
    select service_id, resource_id from service_resources
    where tenant_id = ${tenantId} and (service_id = any (${serviceIds}::uuid[]) or ${isFirstService}::boolean)`,
);

const selectRules = statement<Services, SoughtRule>(
  (_, { tenantId, serviceIds, isFirstService }) => sql<SoughtRule>`
    select service_id, resource_id, weekdays, from_time, to_time, price_paise from price_rules
    where tenant_id = ${tenantId} and (service_id = any (${serviceIds}::uuid[]) or ${isFirstService}::boolean)
    order by service_id, position`,
);

/** A claim lasts at most 20 hours: the index is read no further back. */
const selectClaims = statement<ClaimWindow, SoughtClaim>(
  (_, { tenantId, from, to, resourceId }) => sql<SoughtClaim>`
    select id, resource_id, appointment_id, starts_at, ends_at, expires_at, held_by from claims
    where tenant_id = ${tenantId} and starts_at < ${to} and starts_at > ${from}::timestamptz - interval '20 hours'
      and ends_at > ${from} and (${resourceId}::uuid is null or resource_id = ${resourceId}::uuid)`,
);
