import { sql } from 'kysely';
import { getUnknownChange } from '../../../db/database.ts';
import { announceAtCommit, type TenantId, type Tx } from '../../../db/tenant.ts';

/** A future booking, one that is not over with its buffers, or a walk-in who waits. */
export interface FutureBooking {
  readonly id: string;
  readonly resource_id: string;
  readonly status: string;
}

/** Locks the bookings of some resources that are not over, before units, in the order of their ids. */
async function lockFuture(
  tx: Tx,
  tenantId: TenantId,
  { resourceIds, now }: { readonly resourceIds: readonly string[]; readonly now: Date },
) {
  // The date is for the index: a booking with its buffers lasts less than a day.
  const { rows } = await sql<FutureBooking>`select id, resource_id, status from appointments
    where tenant_id = ${tenantId} and resource_id = any(${resourceIds}::uuid[])
      and appointment_date >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date - 1
      and (starts_at >= ${now} or exists (
        select from claims where claims.tenant_id = ${tenantId} and claims.appointment_id = appointments.id and claims.ends_at > ${now})
        or (walk_in and status = 'scheduled'))
    order by id for no key update`.execute(tx);
  return rows;
}

/**
 * Locks the bookings of some resources that are not over, then the units. The result includes a
 * booking that was made in between.
 */
export async function lockFutureAndUnits(
  tx: Tx,
  tenantId: TenantId,
  {
    resourceIds,
    units,
    now,
  }: { readonly resourceIds: readonly string[]; readonly units: readonly string[]; readonly now: Date },
) {
  await lockFuture(tx, tenantId, { resourceIds, now });
  await lockUnits(tx, tenantId, units);
  return lockFuture(tx, tenantId, { resourceIds, now });
}

/**
 * Locks resources and parts in the order of their ids. Claims of them wait, and read their parts
 * afterwards.
 */
export async function lockUnits(tx: Tx, tenantId: TenantId, ids: readonly string[]) {
  await sql`select id from resources where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
}

/** The occupation of a booking until its end. */
export interface Occupied {
  readonly booking: string;
  readonly resource_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly overbooked: boolean;
}

/** Reads the range that each of the bookings claims, if it is not over. */
export async function listOccupied(
  tx: Tx,
  tenantId: TenantId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
) {
  const { rows } =
    await sql<Occupied>`select appointments.id as booking, appointments.resource_id, min(claims.starts_at) as starts_at,
      max(claims.ends_at) as ends_at, bool_or(claims.overbooked) as overbooked
    from claims join appointments on appointments.tenant_id = claims.tenant_id and appointments.id = claims.appointment_id
    where claims.tenant_id = ${tenantId} and claims.appointment_id = any(${ids}::uuid[]) and claims.ends_at > ${now}
    group by appointments.id, appointments.resource_id`.execute(tx);
  return rows;
}

/** A new claim of a booking. */
export interface Wanted {
  readonly booking: string;
  readonly unit: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly overbooked: boolean;
}

export interface Pair {
  readonly booking: string;
  readonly other: string;
}

/**
 * Lists pairs of bookings that would overlap with the `wanted` claims instead of theirs, and did
 * not before.
 */
export async function listNewOverlaps(
  tx: Tx,
  tenantId: TenantId,
  { wanted, now }: { readonly wanted: readonly Wanted[]; readonly now: Date },
) {
  const { rows } = await sql<Pair>`with wanted as materialized (${wantedRows(wanted)}),
    moved as (select distinct booking from wanted),
    present as materialized (
      select claims.appointment_id as booking, resource_id as unit, starts_at, ends_at from claims
      where tenant_id = ${tenantId} and ends_at > ${now} and appointment_id is not null
        and (resource_id in (select unit from wanted) or appointment_id in (select booking from moved))
    ),
    later as (
      select booking, unit, starts_at, ends_at from wanted
      union all
      select booking, unit, starts_at, ends_at from present where booking not in (select booking from moved)
    )
    select wanted.booking, later.booking as other from wanted
      join later on later.unit = wanted.unit and later.booking <> wanted.booking
        and later.starts_at < wanted.ends_at and later.ends_at > wanted.starts_at
    except
    select one.booking, two.booking from present as one
      join present as two on two.unit = one.unit and two.booking <> one.booking
        and two.starts_at < one.ends_at and two.ends_at > one.starts_at`.execute(tx);
  return rows;
}

/** Replaces claims of bookings that are not over. Ended holds are deleted. */
export async function replaceClaims(
  tx: Tx,
  tenantId: TenantId,
  { wanted, now }: { readonly wanted: readonly Wanted[]; readonly now: Date },
) {
  const bookings = [...new Set(wanted.map(({ booking }) => booking))];
  const units = [...new Set(wanted.map(({ unit }) => unit))];
  await sql`delete from claims where tenant_id = ${tenantId} and ((appointment_id = any(${bookings}::uuid[]) and ends_at > ${now})
    or (resource_id = any(${units}::uuid[]) and expires_at <= ${now}))`.execute(tx);
  await sql`insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
    select ${tenantId}, unit, booking, starts_at, ends_at, overbooked from (${wantedRows(wanted)}) as wanted order by unit returning id`.execute(
    tx,
  );
}

function wantedRows(wanted: readonly Wanted[]) {
  return sql`select booking, unit, starts_at, ends_at, overbooked from json_to_recordset(${JSON.stringify(wanted)}::json)
    as listed (booking uuid, unit uuid, starts_at timestamptz, ends_at timestamptz, overbooked boolean)`;
}

/** Assigns bookings to another resource, and writes its name as their text. */
export async function assignBookings(
  tx: Tx,
  tenantId: TenantId,
  {
    ids,
    to,
    now,
  }: {
    readonly ids: readonly string[];
    readonly to: { readonly id: string; readonly doctor: string | null };
    readonly now: Date;
  },
) {
  await sql`update appointments set resource_id = ${to.id}, doctor = coalesce(${to.doctor}, doctor), updated_at = ${now}
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`.execute(tx);
  announceAtCommit(tx, getUnknownChange(tenantId));
}
