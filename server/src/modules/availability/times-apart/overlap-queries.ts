import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/** How long future bookings are to last: those of a service that last `from` minutes take `to`. */
export interface Lasting {
  readonly tenantId: TenantId;
  readonly now: Date;
  readonly serviceId: string;
  readonly from: number;
  readonly to: number;
  /** The reason of bookings that were made over others in warning mode. */
  readonly warned: string;
}

/** Where a claim ends once its booking lasts as confirmed. */
function endsAs(lasting: Lasting): RawBuilder<Date> {
  const { serviceId, from, to } = lasting;
  return sql<Date>`case when ${isComing(lasting)} and service_id = ${serviceId}::uuid and duration_min = ${from}
    then claims.ends_at + make_interval(mins => ${to}::int - ${from}::int) else claims.ends_at end`;
}

function isComing({ now }: Lasting): RawBuilder<boolean> {
  return sql<boolean>`appointments.starts_at >= ${now}`;
}

/**
 * Each future booking with a claim, and whether it is over another one of the same unit: one that
 * was made earlier or has begun, or a hold. The bookings that are over none do not overlap each
 * other. By days, which keeps the comparison to the claims of one unit and day.
 */
function overlapRows(lasting: Lasting): RawBuilder<{ booking: string; is_over: boolean }> {
  const { tenantId, now, warned } = lasting;
  return sql`with spans as materialized (
      select appointments.id as booking, listed.resource_id, created_at, coalesce(${isComing(lasting)}, false) as is_coming,
        overbooked_reason <> ${warned} as is_meant, spans_from, spans_to
      from (
        select claims.tenant_id, claims.appointment_id, claims.resource_id, claims.starts_at as spans_from, ${endsAs(lasting)} as spans_to
        from claims left join appointments on appointments.tenant_id = claims.tenant_id and appointments.id = claims.appointment_id
        where claims.tenant_id = ${tenantId} and claims.starts_at > ${now}::timestamptz - interval '40 hours'
          and (claims.expires_at is null or claims.expires_at > ${now})
      ) as listed
      left join appointments on appointments.tenant_id = listed.tenant_id and appointments.id = listed.appointment_id
    ), days as materialized (
      select booking, resource_id, created_at, is_coming, is_meant, spans_from, spans_to, day from spans, generate_series(
        (spans_from at time zone 'UTC')::date, ((spans_to - interval '1 microsecond') at time zone 'UTC')::date, '1 day') as day
    )
    select one.booking, bool_or(coalesce(one.is_meant, false) or other.resource_id is not null) as is_over
    from days as one
    left join days as other on other.resource_id = one.resource_id and other.day = one.day and other.booking is distinct from one.booking
      and other.spans_from < one.spans_to and other.spans_to > one.spans_from
      and (not other.is_coming or (other.created_at, other.booking) < (one.created_at, one.booking))
    where one.is_coming
    group by one.booking`;
}

/** Counts the future bookings that would be marked as overbooked. */
export const countOverlapping = statement<Omit<Lasting, 'tenantId'>, { count: number }>(
  (_, { tenantId, now, serviceId, from, to, warned }) =>
    sql<{ count: number }>`select count(*)::int as count
      from (${overlapRows({ tenantId, now, serviceId, from, to, warned })}) as listed where is_over`,
);

/**
 * Locks the future bookings of the business and then all of its resources, each in the order of
 * their ids, before their claims change.
 */
export async function lockComing(
  tx: Tx,
  { tenantId, now }: Pick<Lasting, 'tenantId' | 'now'>,
): Promise<void> {
  // The date is for the index.
  await sql`select id from appointments where tenant_id = ${tenantId} and starts_at >= ${now}
    and appointment_date >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date order by id for no key update`.execute(
    tx,
  );
  await sql`select id from resources where tenant_id = ${tenantId} order by id for no key update`.execute(tx);
}

/**
 * Makes the future bookings of the default's length last as confirmed, and marks as overbooked
 * those that then overlap an earlier one; others that were marked while times were not kept apart
 * become ordinary. Their claims change first to overbooked ones, which the constraint exempts.
 * Returns the bookings that last otherwise now.
 */
export async function relastComing(tx: Tx, lasting: Lasting): Promise<string[]> {
  const { tenantId, now, serviceId, from, to } = lasting;
  const changing = sql`appointments.tenant_id = ${tenantId} and ${isComing(lasting)} and status in ('scheduled', 'completed')
    and appointment_date >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date`;
  let changed: { id: string }[] = [];
  if (from !== to) {
    await sql`with relasting as materialized (
        select claims.id, ${endsAs(lasting)} as ends_at from appointments join claims
          on claims.tenant_id = ${tenantId} and claims.appointment_id = appointments.id
        where ${changing} and service_id = ${serviceId}::uuid and duration_min = ${from}
      )
      update claims set ends_at = relasting.ends_at, overbooked = true from relasting
      where claims.tenant_id = ${tenantId} and claims.id = relasting.id`.execute(tx);
    const { rows } = await sql<{
      id: string;
    }>`update appointments set duration_min = ${to}, updated_at = ${now}
      where ${changing} and service_id = ${serviceId}::uuid and duration_min = ${from} returning id`.execute(
      tx,
    );
    changed = rows;
  }
  await markOver(tx, { ...lasting, from: to });
  return changed.map(({ id }) => id);
}

/**
 * Writes which bookings are over others, first those that are: a claim becomes ordinary when
 * nothing is in its way any more.
 */
async function markOver(tx: Tx, lasting: Lasting): Promise<void> {
  const { tenantId, now, warned } = lasting;
  for (const isOver of [true, false]) {
    await sql`with marked as materialized (select booking from (${overlapRows(lasting)}) as listed where is_over = ${isOver}),
      claimed as (
        update claims set overbooked = ${isOver} from marked
        where claims.tenant_id = ${tenantId} and claims.appointment_id = marked.booking and claims.overbooked <> ${isOver} returning claims.id
      )
      update appointments set overbooked_reason = ${isOver ? warned : null}, updated_at = ${now} from marked
      where appointments.tenant_id = ${tenantId} and appointments.id = marked.booking
        and (overbooked_reason is not null) <> ${isOver} and (select count(*) from claimed) >= 0`.execute(tx);
  }
}
