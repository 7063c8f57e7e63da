import { type RawBuilder, sql } from 'kysely';
import { type InTenant, statement, type TenantId } from '../../../db/statement.ts';
import { durationOf } from '../claims/duration-queries.ts';

export interface AffectedRow {
  readonly id: string;
  readonly person_name: string;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly resource_name: string | null;
}

/** The most bookings that a list shows. */
const mostListed = 100;

/** Lists bookings by their ids in the order of their time. */
export const listByIds = statement((_, { tenantId, ids }: InTenant & { ids: readonly string[] }) =>
  list(tenantId, sql`appointments.id = any(${ids}::uuid[])`),
);

interface Range {
  /** Null for all resources. */
  readonly resourceIds: readonly string[] | null;
  readonly from: Date;
  readonly to: Date;
}

/** Lists the scheduled bookings of resources that overlap a range. */
export const listWithin = statement((_, { tenantId, resourceIds, from, to }: InTenant & Range) =>
  // A booking lasts at most twelve hours, so the index is read no further back.
  list(
    tenantId,
    sql`appointments.status = 'scheduled'
    and (${resourceIds}::uuid[] is null or appointments.resource_id = any(${resourceIds}::uuid[]))
    and appointments.starts_at < ${to} and appointments.starts_at > ${from}::timestamptz - interval '12 hours'
    and appointments.starts_at + make_interval(mins => ${durationOf(tenantId)}) > ${from}`,
  ),
);

function list(tenantId: TenantId, condition: RawBuilder<unknown>) {
  return sql<AffectedRow>`select appointments.id, appointments.person_name, appointments.appointment_date,
      appointments.appointment_time, resources.name as resource_name
    from appointments
    left join resources on resources.tenant_id = appointments.tenant_id and resources.id = appointments.resource_id
    where appointments.tenant_id = ${tenantId} and ${condition}
    order by appointments.starts_at, appointments.id limit ${sql.lit(mostListed)}`;
}

export interface ComingRow {
  readonly id: string;
  readonly resource_id: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly duration_min: number;
}

/** The most bookings to come that are compared with changed hours. */
const mostCompared = 5_000;

/**
 * Lists the scheduled bookings from a day on, by their start: of a resource and its parts, or of the
 * business with null.
 */
export const listComing = statement<{ from: string; resourceId: string | null }, ComingRow>(
  (db, { tenantId, from, resourceId }) =>
    db
      .selectFrom('appointments')
      .select(['id', 'resource_id', 'appointment_date', 'appointment_time'])
      .select(durationOf(tenantId).as('duration_min'))
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'scheduled')
      .where('appointment_date', '>=', from)
      .where(
        sql<boolean>`(${resourceId}::uuid is null or resource_id in (
        select id from resources where tenant_id = ${tenantId} and (id = ${resourceId}::uuid or whole_id = ${resourceId}::uuid)))`,
      )
      .orderBy('starts_at')
      .orderBy('id')
      .limit(mostCompared),
);
