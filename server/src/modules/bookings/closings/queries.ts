import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ClosingBookings, Closings } from '../../../db/schema.ts';
import { pick, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { durationOf } from '../../availability/index.ts';
import { type AppointmentRow, selectAppointments } from '../rows/queries.ts';
import { shownStatement, visible } from '../../visibility/index.ts';

export type ClosingRow = Omit<Selectable<Closings>, 'tenant_id' | 'busy_until'> & {
  readonly closed_by_name: string | null;
};
export type ClosingBookingRow = Omit<Selectable<ClosingBookings>, 'tenant_id' | 'closing_id'>;

/** A span of a doctor, a court or, with null, of the business. Dates and times are India's. */
export interface SpanOf {
  readonly resourceId: string | null;
  readonly fromDate: string;
  readonly fromTime: string;
  readonly toDate: string;
  readonly toTime: string;
}

/** Lists the scheduled bookings that overlap a span, by their start, at most `limit`. */
export const listTouched = shownStatement<SpanOf & { limit: number }, AppointmentRow>(
  (db, { order, visibility }, values) =>
    selectAppointments(db, values.tenantId)
      .where('appointments.tenant_id', '=', values.tenantId)
      .where(overlaps(values))
      .where(visible(order, visibility))
      .orderBy('appointments.starts_at')
      .orderBy('appointments.id')
      .limit(values.limit),
);

/** Counts the scheduled bookings that overlap a span and that the plan hides. One row. */
export const countHidden = shownStatement<SpanOf, { hidden: number }>(
  (_, { order, visibility }, values) => sql<{
    hidden: number;
  }>`select count(*)::int as hidden from appointments
    where appointments.tenant_id = ${values.tenantId} and ${overlaps(values)} and not (${visible(order, visibility)})`,
);

/**
 * Matches the scheduled bookings that overlap a span of a resource, with the parts or the whole that
 * share its place. A booking lasts at most twelve hours, so the index is read no further back.
 */
function overlaps({
  tenantId,
  resourceId,
  fromDate,
  fromTime,
  toDate,
  toTime,
}: SpanOf & { tenantId: TenantId }): RawBuilder<boolean> {
  const from = sql`((${fromDate}::date + ${fromTime}::time) at time zone 'Asia/Kolkata')`;
  const to = sql`((${toDate}::date + ${toTime}::time) at time zone 'Asia/Kolkata')`;
  const own = sql`select id from resources where tenant_id = ${tenantId} and (
    id = ${resourceId}::uuid or whole_id = ${resourceId}::uuid
    or id = (select whole_id from resources where tenant_id = ${tenantId} and id = ${resourceId}::uuid))`;
  return sql<boolean>`appointments.status = 'scheduled'
    and (${resourceId}::uuid is null or appointments.resource_id in (${own}))
    and appointments.starts_at < ${to} and appointments.starts_at > ${from} - interval '12 hours'
    and appointments.starts_at + make_interval(mins => ${durationOf(tenantId)}) > ${from}`;
}

const closingColumns = sql`closings.id, exception_id, adds_closure, resource_id, starts_at, ends_at, reason, closed_at,
  closed_by, undone_at, users.full_name as closed_by_name`;

/** Reads one closing. */
export const findClosing = statement<{ id: string }, ClosingRow>(
  (_, { tenantId, id }) => sql<ClosingRow>`select ${closingColumns}
    from closings left join users on users.id = closings.closed_by
    where closings.tenant_id = ${tenantId} and closings.id = ${id}::uuid`,
);

/**
 * Lists the closings since a moment, latest first, at most `limit`; with a member only those of
 * their practitioner.
 */
export const listSince = statement<{ since: Date; memberId: string | null; limit: number }, ClosingRow>(
  (_, { tenantId, since, memberId, limit }) => sql<ClosingRow>`select ${closingColumns}
    from closings left join users on users.id = closings.closed_by
    where closings.tenant_id = ${tenantId} and closed_at > ${since}
      and (${memberId}::uuid is null or resource_id in (
        select id from resources where tenant_id = ${tenantId} and member_id = ${memberId}::uuid))
    order by closed_at desc, closings.id limit ${limit}`,
);

interface StateCount {
  readonly closing_id: string;
  readonly state: ClosingBookingRow['state'];
  readonly count: number;
  /** The number of those that wait for a refund. */
  readonly refunds: number;
}

/** Matches the bookings that wait for a refund, in the words of `isRefundWaiting`. */
const refundWaiting = sql<boolean>`(state = 'waiting' and coalesce(money, '') = 'refund')`;

/** Returns whether a booking waits for a refund, which needs a user with that right. */
export function isRefundWaiting({ state, money }: Pick<ClosingBookingRow, 'state' | 'money'>): boolean {
  return state === 'waiting' && money === 'refund';
}

/** Counts the bookings of closings since a moment, by closing and state. */
export const countStates = statement<{ since: Date }, StateCount>(
  (_, { tenantId, since }) => sql<StateCount>`select closing_id, state, count(*)::int as count,
      (count(*) filter (where ${refundWaiting}))::int as refunds from closing_bookings
    where tenant_id = ${tenantId}
      and closing_id in (select id from closings where tenant_id = ${tenantId} and closed_at > ${since})
    group by closing_id, state`,
);

const bookingColumns = [
  'appointment_id',
  'position',
  'from_date',
  'from_time',
  'from_resource_id',
  'from_doctor',
  'from_price_paise',
  'from_amount_paise',
  'from_buffer_before_min',
  'from_buffer_after_min',
  'from_arrived_at',
  'from_delay_min',
  'from_walk_in',
  'action',
  'to_date',
  'to_time',
  'to_resource_id',
  'money',
  'method',
  'state',
  'refusal',
  'left_at',
] as const;

/** Lists the bookings of a closing in the order of their starts. */
export const listDecisions = statement<{ id: string }, ClosingBookingRow>((db, { tenantId, id }) =>
  db
    .selectFrom('closing_bookings')
    .select(bookingColumns)
    .where('tenant_id', '=', tenantId)
    .where('closing_id', '=', id)
    .orderBy('position'),
);

/** A closing, and whether the caller may give money back: what needs it is left out otherwise. */
interface Pending {
  readonly id: string;
  readonly mayRefund: boolean;
}

/** Lists the next bookings of a closing that are not handled yet. */
export const listPending = statement<Pending & { limit: number }, ClosingBookingRow>(
  (db, { tenantId, id, mayRefund, limit }) =>
    db
      .selectFrom('closing_bookings')
      .select(bookingColumns)
      .where('tenant_id', '=', tenantId)
      .where('closing_id', '=', id)
      .where('state', 'in', ['waiting', 'undoing'])
      .where(sql<boolean>`(${mayRefund}::boolean or not ${refundWaiting})`)
      .orderBy('position')
      .limit(limit),
);

/** Counts the bookings of a closing that are not handled yet. One row. */
export const countPending = statement<Pending, { left: number }>(
  (_, { tenantId, id, mayRefund }) => sql<{ left: number }>`select count(*)::int as left from closing_bookings
    where tenant_id = ${tenantId} and closing_id = ${id}::uuid and state in ('waiting', 'undoing')
      and (${mayRefund}::boolean or not ${refundWaiting})`,
);

/** Lists the bookings of a closing as they are now, without those that the plan hides. */
export const listOfClosing = shownStatement<{ closingId: string }, AppointmentRow>(
  (db, { order, visibility }, { tenantId, closingId }) =>
    selectAppointments(db, tenantId)
      .where('appointments.tenant_id', '=', tenantId)
      .where(
        sql<boolean>`appointments.id in (select appointment_id from closing_bookings
          where tenant_id = ${tenantId} and closing_id = ${closingId}::uuid)`,
      )
      .where(visible(order, visibility)),
);

type Place = Pick<AppointmentRow, 'id' | 'resource_id' | 'doctor' | 'paid_by'>;

/** Lists those of these doctors or courts that there are. */
export const listKnown = statement<{ ids: readonly string[] }, { id: string }>((db, { tenantId, ids }) =>
  db
    .selectFrom('resources')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`),
);

/** Reads which doctors or courts bookings are with, and how they were paid. */
export const readPlaces = statement<{ ids: readonly string[] }, Place>((db, { tenantId, ids }) =>
  db
    .selectFrom('appointments')
    .select(['id', 'resource_id', 'doctor', 'paid_by'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`),
);

type NewClosing = Omit<ClosingRow, 'closed_by_name' | 'undone_at'>;

export const insertClosing = statement<NewClosing, object>((db, values) =>
  db.insertInto('closings').values({
    tenant_id: values.tenantId,
    id: values.id,
    exception_id: values.exception_id,
    adds_closure: values.adds_closure,
    resource_id: values.resource_id,
    starts_at: values.starts_at,
    ends_at: values.ends_at,
    reason: values.reason,
    closed_at: values.closed_at,
    closed_by: values.closed_by,
  }),
);

/** Inserts the decision about one booking. */
export const insertDecision = statement<ClosingBookingRow & { closingId: string }, object>((db, values) =>
  db.insertInto('closing_bookings').values({
    tenant_id: values.tenantId,
    closing_id: values.closingId,
    ...pick(values, bookingColumns),
  }),
);

type Former = Pick<
  ClosingBookingRow,
  | 'appointment_id'
  | 'from_resource_id'
  | 'from_doctor'
  | 'from_price_paise'
  | 'from_amount_paise'
  | 'from_buffer_before_min'
  | 'from_buffer_after_min'
  | 'from_arrived_at'
  | 'from_delay_min'
  | 'from_walk_in'
  | 'left_at'
> & { readonly id: string };

/** Keeps the state of a booking before its move or cancel, for the undo. */
export const keepFormer = statement<Former, object>((db, values) =>
  db
    .updateTable('closing_bookings')
    .set({
      from_resource_id: values.from_resource_id,
      from_doctor: values.from_doctor,
      from_price_paise: values.from_price_paise,
      from_amount_paise: values.from_amount_paise,
      from_buffer_before_min: values.from_buffer_before_min,
      from_buffer_after_min: values.from_buffer_after_min,
      from_arrived_at: values.from_arrived_at,
      from_delay_min: values.from_delay_min,
      from_walk_in: values.from_walk_in,
      left_at: values.left_at,
    })
    .where('tenant_id', '=', values.tenantId)
    .where('closing_id', '=', values.id)
    .where('appointment_id', '=', values.appointment_id),
);

type Outcome = Pick<ClosingBookingRow, 'appointment_id' | 'state' | 'refusal' | 'left_at'> & {
  readonly id: string;
  readonly was: ClosingBookingRow['state'];
};

/** Writes the outcome of one decision, if it is still in the state in which it was read. */
export const writeOutcome = statement<Outcome, object>((db, values) =>
  db
    .updateTable('closing_bookings')
    .set({ state: values.state, refusal: values.refusal, left_at: values.left_at })
    .where('tenant_id', '=', values.tenantId)
    .where('closing_id', '=', values.id)
    .where('appointment_id', '=', values.appointment_id)
    .where('state', '=', values.was),
);

/**
 * Makes a closing busy until a moment, unless another request handles its bookings. Returns no row
 * then.
 */
export const takeClosing = statement<{ id: string; now: Date; until: Date }, { id: string }>(
  (db, { tenantId, id, now, until }) =>
    db
      .updateTable('closings')
      .set({ busy_until: until })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where((where) => where.or([where('busy_until', 'is', null), where('busy_until', '<=', now)]))
      .returning('id'),
);

/** Makes a closing busy until a later moment; with null it is free. */
export const keepClosing = statement<{ id: string; until: Date | null }, object>(
  (db, { tenantId, id, until }) =>
    db
      .updateTable('closings')
      .set({ busy_until: until })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Locks one closing for this transaction. */
export const lockClosing = statement<{ id: string }, { busy_until: Date | null }>((db, { tenantId, id }) =>
  db
    .selectFrom('closings')
    .select('busy_until')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate(),
);

export const markUndone = statement<{ id: string; now: Date }, object>((db, { tenantId, id, now }) =>
  db.updateTable('closings').set({ undone_at: now }).where('tenant_id', '=', tenantId).where('id', '=', id),
);

/**
 * Marks the decisions of a closing for their undo: those that were carried out, and one whose
 * outcome a lost server may not have written. Bookings that stayed as they were are undone with it.
 */
export const markUndoing = statement<{ id: string }, object>(
  (_, { tenantId, id }) => sql`update closing_bookings
    set state = case when action <> 'keep' and (state = 'done' or left_at is not null) then 'undoing' else 'undone' end
    where tenant_id = ${tenantId} and closing_id = ${id}::uuid and state in ('waiting', 'done')`,
);

/** Reads whether employees may close a day. One row. */
export const readClosingRules = statement<object, { employees: boolean }>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select('employees_may_close as employees')
    .where('tenant_id', '=', tenantId),
);

export const writeClosingRules = statement<{ employees: boolean; now: Date }, object>(
  (db, { tenantId, employees, now }) =>
    db
      .updateTable('business_profiles')
      .set({ employees_may_close: employees, updated_at: now })
      .where('tenant_id', '=', tenantId),
);
