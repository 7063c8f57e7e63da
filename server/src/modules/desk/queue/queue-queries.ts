import { type RawBuilder, sql } from 'kysely';
import { durationOf, type Sitting } from '../../availability/index.ts';
import { type AppointmentRow, owesMoney, selectAppointments } from '../../bookings/index.ts';
import { shownStatement, inListOrder, visible } from '../../visibility/index.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { placeInQueue } from './order-queries.ts';

/**
 * The bookings of a queue: all of them, those of the caller's own doctor or court if the caller has
 * one, or those of one resource.
 */
export type QueueOf = 'all' | 'mine' | 'one';

interface Values {
  readonly day: string;
  readonly limit: number;
}

/** The time for which a person who came to a clinic stays in its queue over the end of their sitting. */
const stays = sql`interval '8 hours'`;

/** The values of a statement over one queue. */
interface QueueValues {
  readonly day: string;
  readonly userId: string;
  /** The resource's id; null except for `one`. */
  readonly resourceId: string | null;
}

/**
 * A booking with its place in the queue. `next_change` is equal in all rows: the next time at which
 * the clock changes any of them, including those beyond the limit.
 */
export interface QueuedRow extends AppointmentRow {
  readonly stage: number;
  readonly is_late: boolean;
  readonly is_delayed: boolean;
  readonly is_over: boolean;
  readonly is_skipped: boolean;
  readonly next_change: Date | null;
}

/**
 * Lists the scheduled bookings of a sitting in the queue's order, at most `limit`: with those of the night that
 * follows, and of the evening before those that still last, at a clinic all, and who came within eight hours. A doctor's own queue ends with those of no doctor.
 */
export const listQueue = shownStatement<
  QueueValues & Pick<Sitting, 'from' | 'to'> & { now: Date; limit: number },
  QueuedRow,
  { of: QueueOf }
>((db, { order, visibility }, values, { of }) => {
  const { tenantId, day, from, to, now: at, limit } = values;
  const now = sql`${at}::timestamptz`;
  const [starts, ends] = [sql`times.starts`, sql`times.ends`];
  const isOwn = of === 'mine' && order === 'doctor';
  // A game ends by the clock, a visit by a press: who is inside or waits at midnight is still there after it.
  const isTurf = order === 'turf';
  const still = isTurf
    ? sql<boolean>`(appointments.appointment_date = ${day}::date or ${ends} > ${now})`
    : sql<boolean>`(${starts} >= ${from}::timestamptz or appointments.started_at >= ${from}::timestamptz
        or appointments.arrived_at > ${now} - ${stays})`;
  const leaves = isTurf
    ? sql`case when appointments.appointment_date < ${day}::date then ${ends} end`
    : sql`case when ${starts} < ${from}::timestamptz and coalesce(appointments.started_at < ${from}::timestamptz, true)
        then appointments.arrived_at + ${stays} end`;
  return selectAppointments(db, tenantId)
    .crossJoinLateral(
      sql<object>`(select starts, starts + make_interval(mins => ${durationOf(tenantId)}) as ends from (
          select (appointments.appointment_date + appointments.appointment_time) at time zone 'Asia/Kolkata' as starts) as begun)`.as(
        'times',
      ),
    )
    .crossJoinLateral(
      sql<
        Pick<QueuedRow, 'stage' | 'is_late' | 'is_delayed' | 'is_over' | 'is_skipped'>
      >`(${placeInQueue(order, { starts, ends, now })})`.as('placed'),
    )
    .select([
      'placed.stage',
      'placed.is_late',
      'placed.is_delayed',
      'placed.is_over',
      'placed.is_skipped',
      sql<Date | null>`min(least(placed.changes_at, ${leaves})) over ()`.as('next_change'),
    ])
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.appointment_date', 'in', [
      sql<string>`${day}::date - 1`,
      sql<string>`${day}::date`,
      sql<string>`${day}::date + 1`,
    ])
    .where('appointments.status', '=', 'scheduled')
    .where(still)
    .where(sql<boolean>`${starts} < ${to}::timestamptz`)
    .where(
      isOwn
        ? sql<boolean>`(${matchesQueue(of, values)} or ${lacksDoctor(tenantId)})`
        : matchesQueue(of, values),
    )
    .where(visible(order, visibility))
    .$if(isOwn, (query) => query.orderBy(endsQueue(values)))
    .orderBy(
      sql`placed.stage, placed.is_skipped, placed.since, appointments.created_at, appointments.reference`,
    )
    .limit(limit);
});

/**
 * Lists the completed bookings of a day and the day before that owe money, in the order in which
 * they were completed.
 */
export const listToPay = shownStatement<QueueValues & { limit: number }, AppointmentRow, { of: QueueOf }>(
  (db, { order, visibility }, values, { of }) =>
    selectAppointments(db, values.tenantId)
      .where('appointments.tenant_id', '=', values.tenantId)
      .where('appointments.appointment_date', 'in', [
        sql<string>`${values.day}::date - 1`,
        sql<string>`${values.day}::date`,
      ])
      .where('appointments.status', '=', 'completed')
      .where(owesMoney)
      .where(matchesQueue(of, values))
      .where(visible(order, visibility))
      .orderBy('appointments.status_set_at')
      .orderBy('appointments.id')
      .limit(values.limit),
);

/** Counts the finished bookings of a sitting in a queue. One row. */
export const countDone = shownStatement<
  QueueValues & Pick<Sitting, 'from' | 'to'>,
  { completed: number; no_show: number },
  { of: QueueOf }
>(
  (_, { order, visibility }, values, { of }) => sql<{ completed: number; no_show: number }>`
    select (count(*) filter (where status = 'completed'))::int as completed, (count(*) filter (where status = 'no_show'))::int as no_show
    from appointments
    where tenant_id = ${values.tenantId} and appointment_date between ${values.day}::date - 1 and ${values.day}::date + 1
      and starts_at >= ${values.from}::timestamptz and starts_at < ${values.to}::timestamptz and ${matchesQueue(of, values)} and ${visible(order, visibility)}`,
);

/** Matches a clinic's bookings of no doctor, where two or more could take them. */
function lacksDoctor(tenantId: TenantId): RawBuilder<boolean> {
  return sql`(appointments.resource_id is null
    and exists (select from resources where tenant_id = ${tenantId} and archived_at is null offset 1))`;
}

/** Orders those of no doctor last in the queue of a caller who is a doctor. */
function endsQueue({ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: string }) {
  return sql`(appointments.resource_id is null and exists (${ownResource(tenantId, userId)}))`;
}

function ownResource(tenantId: TenantId, userId: string) {
  return sql`select id from resources where tenant_id = ${tenantId} and member_id = ${userId}::uuid and archived_at is null`;
}

/**
 * Matches the bookings of a queue. A court's queue has those of its parts, and a part's those of
 * its whole.
 */
function matchesQueue(
  of: QueueOf,
  { tenantId, userId, resourceId }: QueueValues & { readonly tenantId: TenantId },
): RawBuilder<boolean> {
  if (of === 'all') return sql`true`;
  const own = ownResource(tenantId, userId);
  if (of === 'mine') return sql`(not exists (${own}) or appointments.resource_id in (${own}))`;
  return sql`appointments.resource_id in (select id from resources where tenant_id = ${tenantId} and (
    id = ${resourceId}::uuid or whole_id = ${resourceId}::uuid
    or id = (select whole_id from resources where tenant_id = ${tenantId} and id = ${resourceId}::uuid)))`;
}

interface QueueResource {
  readonly id: string;
  readonly name: string;
  readonly is_own: boolean;
  /** Whether a choice of queues offers it: no part, and not archived. */
  readonly is_offered: boolean;
}

/** Lists the doctors or courts of a business in their order. */
export const listQueueResources = statement<{ userId: string }, QueueResource>((db, { tenantId, userId }) =>
  db
    .selectFrom('resources')
    .select([
      'id',
      'name',
      sql<boolean>`archived_at is null and member_id is not distinct from ${userId}::uuid`.as('is_own'),
      sql<boolean>`archived_at is null and whole_id is null`.as('is_offered'),
    ])
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
);

/** Lists the last completed or missed bookings up to a day, latest first. */
export const listRecent = shownStatement<Values, AppointmentRow>(
  (db, { order, visibility }, { tenantId, day, limit }) =>
    inListOrder(selectAppointments(db, tenantId), 'turf')
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.appointment_date', '<=', day)
      .where('appointments.status', 'in', ['completed', 'no_show'])
      .where(visible(order, visibility))
      .limit(limit),
);
