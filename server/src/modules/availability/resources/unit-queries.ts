import { sql } from 'kysely';
import { getUnknownChange } from '../../../db/database.ts';
import { type InTenant, statement } from '../../../db/statement.ts';
import { announceAtCommit, type TenantId, type Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';

/** A future booking, one that is not over with its buffers, or a walk-in who waits. */
export interface FutureBooking {
  readonly id: string;
  readonly resource_id: string;
  readonly status: string;
}

/**
 * Locks the bookings of some resources that are not over, in the order of their ids, then the units.
 * The result includes a booking that was made in between.
 */
export async function lockFutureAndUnits(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { units, ...about }: Future & { readonly units: readonly string[] },
) {
  const future = lockFuture(about);
  return (await runTogether(tx, work, { early: future, units: lockUnits({ ids: units }), future })).future;
}

interface Future {
  readonly resourceIds: readonly string[];
  readonly now: Date;
}

const lockFuture = statement(
  // The date is for the index: a booking with its buffers lasts less than a day.
  (_, { tenantId, resourceIds, now }: InTenant & Future) => sql<FutureBooking>`
    select id, resource_id, status from appointments
    where tenant_id = ${tenantId} and resource_id = any(${resourceIds}::uuid[])
      and appointment_date >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date - 1
      and (starts_at >= ${now} or exists (
        select from claims where claims.tenant_id = ${tenantId} and claims.appointment_id = appointments.id and claims.ends_at > ${now})
        or (walk_in and status = 'scheduled'))
    order by id for no key update`,
);

/**
 * Locks resources and parts in the order of their ids. Claims of them wait, and read their parts
 * afterwards.
 */
export const lockUnits = statement(
  (_, { tenantId, ids }: InTenant & { ids: readonly string[] }) => sql`
    select id from resources where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by id for no key update`,
);

/** The occupation of a booking until its end. */
interface Occupied {
  readonly booking: string;
  readonly resource_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly overbooked: boolean;
}

/** Reads the range that each of the bookings claims, if it is not over. */
export const listOccupied = statement(
  (_, { tenantId, ids, now }: InTenant & { ids: readonly string[]; now: Date }) => sql<Occupied>`
    select appointments.id as booking, appointments.resource_id, min(claims.starts_at) as starts_at,
      max(claims.ends_at) as ends_at, bool_or(claims.overbooked) as overbooked
    from claims join appointments on appointments.tenant_id = claims.tenant_id and appointments.id = claims.appointment_id
    where claims.tenant_id = ${tenantId} and claims.appointment_id = any(${ids}::uuid[]) and claims.ends_at > ${now}
    group by appointments.id, appointments.resource_id`,
);

/** A new claim of a booking. */
export interface Wanted {
  readonly booking: string;
  readonly unit: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly overbooked: boolean;
}

/** `Wanted` claims as JSON. */
interface Listed {
  readonly wanted: string;
  readonly now: Date;
}

/**
 * Lists pairs of bookings that would overlap with the `wanted` claims instead of theirs, and did
 * not before.
 */
export const listNewOverlaps = statement(
  (_, { tenantId, wanted, now }: InTenant & Listed) => sql<{ booking: string; other: string }>`
    with wanted as materialized (${wantedRows(wanted)}),
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
        and two.starts_at < one.ends_at and two.ends_at > one.starts_at`,
);

interface Replaced {
  readonly bookings: readonly string[];
  readonly units: readonly string[];
  readonly now: Date;
}

/** Deletes the claims of bookings that are not over, and ended holds of units. */
export const deleteReplaced = statement(
  (_, { tenantId, bookings, units, now }: InTenant & Replaced) => sql`
    delete from claims where tenant_id = ${tenantId} and ((appointment_id = any(${bookings}::uuid[]) and ends_at > ${now})
    or (resource_id = any(${units}::uuid[]) and expires_at <= ${now}))`,
);

export const insertWanted = statement(
  (_, { tenantId, wanted }: InTenant & Listed) => sql`
    insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
    select ${tenantId}, unit, booking, starts_at, ends_at, overbooked from (${wantedRows(wanted)}) as wanted order by unit returning id`,
);

function wantedRows(wanted: string) {
  return sql`select booking, unit, starts_at, ends_at, overbooked from json_to_recordset(${wanted}::json)
    as listed (booking uuid, unit uuid, starts_at timestamptz, ends_at timestamptz, overbooked boolean)`;
}

interface Assigned {
  readonly ids: readonly string[];
  readonly to: string;
  readonly doctor: string | null;
  readonly now: Date;
}

/** Assigns bookings to another resource, and writes its name as their text. */
export async function assignBookings(tx: Tx, work: { readonly tenantId: TenantId }, assigned: Assigned) {
  announceAtCommit(tx, getUnknownChange(work.tenantId));
  await run(tx, work, assign(assigned));
}

const assign = statement(
  (_, { tenantId, ids, to, doctor, now }: InTenant & Assigned) => sql`
    update appointments set resource_id = ${to}, doctor = coalesce(${doctor}, doctor), updated_at = ${now},
      calls = 0, called_at = null, skipped_at = null
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
);
