import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { durationOf } from '../claims/duration-queries.ts';

export interface AffectedRow {
  readonly id: string;
  readonly person_name: string;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly resource_name: string | null;
  /** Whether the plan shows it. */
  readonly is_shown: boolean;
}

/** The most bookings that a list shows. */
const mostListed = 100;

/** Lists bookings by their ids in the order of their time, and whether `shown` matches each. */
export async function listByIds(
  tx: Tx,
  tenantId: TenantId,
  { ids, shown }: { readonly ids: readonly string[]; readonly shown: Expression<SqlBool> },
) {
  return list(tx, tenantId, sql<SqlBool>`appointments.id = any(${ids}::uuid[])`, shown);
}

/** Lists the scheduled bookings of some resources, or of all with null, that overlap a range. */
export async function listWithin(
  tx: Tx,
  tenantId: TenantId,
  about: {
    readonly resourceIds: readonly string[] | null;
    readonly from: Date;
    readonly to: Date;
    readonly shown: Expression<SqlBool>;
  },
) {
  const ofResource =
    about.resourceIds === null
      ? sql`true`
      : sql`appointments.resource_id = any(${about.resourceIds}::uuid[])`;
  // A booking lasts at most twelve hours, so the index is read no further back.
  const condition = sql<SqlBool>`appointments.status = 'scheduled' and ${ofResource}
    and appointments.starts_at < ${about.to} and appointments.starts_at > ${about.from}::timestamptz - interval '12 hours'
    and appointments.starts_at + make_interval(mins => ${durationOf(tenantId)}) > ${about.from}`;
  return list(tx, tenantId, condition, about.shown);
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

async function list(tx: Tx, tenantId: TenantId, condition: RawBuilder<SqlBool>, shown: Expression<SqlBool>) {
  const { rows } =
    await sql<AffectedRow>`select appointments.id, appointments.person_name, appointments.appointment_date,
      appointments.appointment_time, resources.name as resource_name, (${shown}) as is_shown
    from appointments
    left join resources on resources.tenant_id = appointments.tenant_id and resources.id = appointments.resource_id
    where appointments.tenant_id = ${tenantId} and ${condition}
    order by appointments.starts_at, appointments.id limit ${sql.lit(mostListed)}`.execute(tx);
  return rows;
}
