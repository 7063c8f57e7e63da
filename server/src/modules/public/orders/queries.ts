import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { type Selectable, sql } from 'kysely';
import type { OnlinePayments } from '../../../db/schema.ts';
import { pick, statement } from '../../../db/statement.ts';

/** A form that is paid before it becomes a booking. Its person is null when it is old. */
interface NewOrder {
  readonly id: string;
  readonly visitor: string;
  readonly service_id: string;
  readonly resource_id: string;
  readonly is_chosen: boolean;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly person_name: string | null;
  readonly contact: string | null;
  readonly number: string | null;
  readonly proves_number: boolean;
  readonly email: string | null;
  readonly note: string | null;
  readonly language: Language;
  readonly price_paise: number | null;
  /** The part that goes back when its person cancels in time, in per cent. */
  readonly refund_percent: number;
  readonly amount_paise: number;
  readonly asked_at: Date;
  readonly holds_until: Date;
  readonly next_check_at: Date;
}

export interface OrderRow extends NewOrder {
  readonly key_id: string | null;
  readonly provider_order_id: string | null;
  /** The key and the provider's id before, where the keys were changed after the order was made. */
  readonly earlier_key_id: string | null;
  readonly earlier_order_id: string | null;
  /** Whether nothing more is to be learned of the provider. */
  readonly is_settled: boolean;
  readonly state: 'open' | 'booked' | 'ended';
  readonly appointment_id: string | null;
  readonly checks: number;
}

const newColumns = [
  'id',
  'visitor',
  'service_id',
  'resource_id',
  'is_chosen',
  'appointment_date',
  'appointment_time',
  'person_name',
  'contact',
  'number',
  'proves_number',
  'email',
  'note',
  'language',
  'price_paise',
  'refund_percent',
  'amount_paise',
  'asked_at',
  'holds_until',
  'next_check_at',
] as const;
const columns = [
  ...newColumns,
  'key_id',
  'provider_order_id',
  'earlier_key_id',
  'earlier_order_id',
  'is_settled',
  'state',
  'appointment_id',
  'checks',
] as const;

type OfOrder = { readonly id: string };

export const insertOrder = statement<NewOrder, object>((db, values) =>
  db.insertInto('online_orders').values({ tenant_id: values.tenantId, ...pick(values, newColumns) }),
);

export const findOrder = statement<OfOrder, OrderRow>((db, { tenantId, id }) =>
  db
    .selectFrom('online_orders')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$castTo<OrderRow>(),
);

interface KeptTime {
  readonly visitor: string;
  readonly resourceId: string;
  readonly date: string;
  readonly time: string;
  readonly now: Date;
}

/** Finds a visitor's own open order that keeps a time. */
export const findKept = statement<KeptTime, { readonly id: string }>(
  (db, { tenantId, visitor, resourceId, date, time, now }) =>
    db
      .selectFrom('online_orders')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('visitor', '=', visitor)
      .where('state', '=', 'open')
      .where('holds_until', '>', now)
      .where('resource_id', '=', resourceId)
      .where('appointment_date', '=', date)
      .where('appointment_time', '=', time)
      .limit(1),
);

/** Counts the open orders of a number, but for one, whose times are kept. */
export const countKept = statement<OfOrder & { number: string; now: Date }, { readonly kept: number }>(
  (_, { tenantId, id, number, now }) => sql<{ kept: number }>`select count(*)::int as kept from online_orders
    where tenant_id = ${tenantId} and number = ${number} and state = 'open' and holds_until > ${now} and id <> ${id}::uuid`,
);

/** Locks an order: it becomes one booking. */
export const lockOrder = statement<OfOrder, OrderRow>((db, { tenantId, id }) =>
  db
    .selectFrom('online_orders')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<OrderRow>(),
);

/** Finds the order that the provider knows by an id. */
export const findOrderOfProvider = statement<{ providerOrderId: string }, OfOrder>(
  (db, { tenantId, providerOrderId }) =>
    db
      .selectFrom('online_orders')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('provider_order_id', '=', providerOrderId),
);

/** Finds the order that the provider knew by an id before the keys were changed: few orders have one. */
export const findReplacedOrder = statement<{ providerOrderId: string }, OfOrder>(
  (db, { tenantId, providerOrderId }) =>
    db
      .selectFrom('online_orders')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('earlier_order_id', '=', providerOrderId),
);

/** Notes the provider's order; the first one stays. */
export const noteProviderOrder = statement<OfOrder & { keyId: string; providerOrderId: string }, object>(
  (db, { tenantId, id, keyId, providerOrderId }) =>
    db
      .updateTable('online_orders')
      .set({ key_id: keyId, provider_order_id: providerOrderId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('provider_order_id', 'is', null),
);

/**
 * Notes the provider's order that was made with other keys than the one before, which is kept. An order is made
 * with other keys once.
 */
export const replaceProviderOrder = statement<
  OfOrder & { before: string; keyId: string; providerOrderId: string },
  object
>((db, { tenantId, id, before, keyId, providerOrderId }) =>
  db
    .updateTable('online_orders')
    .set(({ ref }) => ({
      earlier_key_id: ref('key_id'),
      earlier_order_id: ref('provider_order_id'),
      key_id: keyId,
      provider_order_id: providerOrderId,
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('provider_order_id', '=', before)
    .where('earlier_order_id', 'is', null)
    .where('state', '=', 'open'),
);

/** Notes the person of an open order, or until when its time is kept. */
export const changeOrder = statement<
  OfOrder & { personName: string | null; contact: string | null; until: Date },
  object
>((db, { tenantId, id, personName, contact, until }) =>
  db
    .updateTable('online_orders')
    .set({ person_name: personName, contact, holds_until: until })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id),
);

export const settleOrder = statement<
  OfOrder & { state: 'booked' | 'ended'; appointmentId: string | null },
  object
>((db, { tenantId, id, state, appointmentId }) =>
  db
    .updateTable('online_orders')
    .set({ state, appointment_id: appointmentId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id),
);

/** A payment of an order, as the provider reported it. */
export type PaymentOfOrder = Omit<Selectable<OnlinePayments>, 'tenant_id'>;
const paymentColumns = [
  'id',
  'order_id',
  'key_id',
  'paise',
  'state',
  'reason',
  'appointment_id',
  'ledger_id',
  'told_at',
  'settled_at',
] as const;

export const insertOnlinePayment = statement<PaymentOfOrder, object>((db, values) =>
  db.insertInto('online_payments').values({ tenant_id: values.tenantId, ...pick(values, paymentColumns) }),
);

export const findOnlinePayment = statement<{ id: string }, PaymentOfOrder>((db, { tenantId, id }) =>
  db
    .selectFrom('online_payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id),
);

/** A payment that is to be captured. */
interface ToCapture extends Pick<PaymentOfOrder, 'paise' | 'state'> {
  readonly keyId: string | null;
  /** Whether the business has cancelled its booking. */
  readonly isWithdrawn: boolean;
}

/** Finds a payment of a booking with what its capture needs; its key is that of its order where it was noted without one. */
export const findToCapture = statement<{ id: string }, ToCapture>(
  (_, { tenantId, id }) => sql<ToCapture>`select paise, online_payments.state,
      coalesce(online_payments.key_id, online_orders.key_id) as "keyId",
      status = 'cancelled' and own_change is distinct from 'cancelled' as "isWithdrawn"
    from online_payments join online_orders on online_orders.tenant_id = ${tenantId} and online_orders.id = order_id
    join appointments on appointments.tenant_id = ${tenantId} and appointments.id = online_payments.appointment_id
    where online_payments.tenant_id = ${tenantId} and online_payments.id = ${id}`,
);

/** Locks a payment. One of a booking is locked after the booking. */
export const lockOnlinePayment = statement<{ id: string }, PaymentOfOrder>((db, { tenantId, id }) =>
  db
    .selectFrom('online_payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate(),
);

/** Lists the payments of an order, the latest last. */
export const listPaymentsOfOrder = statement<{ orderId: string }, PaymentOfOrder>(
  (db, { tenantId, orderId }) =>
    db
      .selectFrom('online_payments')
      .select(paymentColumns)
      .where('tenant_id', '=', tenantId)
      .where('order_id', '=', orderId)
      .orderBy('told_at')
      .orderBy('id'),
);

type Settled = Pick<PaymentOfOrder, 'id' | 'state' | 'reason' | 'ledger_id'> & { readonly now: Date };

export const settleOnlinePayment = statement<Settled, object>(
  (db, { tenantId, id, state, reason, ledger_id, now }) =>
    db
      .updateTable('online_payments')
      .set({ state, reason, ledger_id, settled_at: now })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Notes that a payment is not captured for good, unless that or its capture is noted already; across businesses. */
export const refuseGivenUp = statement<{ business: string; id: string; now: Date }, object>(
  (db, { business, id, now }) =>
    db
      .updateTable('online_payments')
      .set({ state: 'refused', reason: 'not_captured', settled_at: now })
      .where('tenant_id', '=', business)
      .where('id', '=', id)
      .where('state', '=', 'authorized'),
);

export const findEvent = statement<{ id: string }, { readonly id: string }>((db, { tenantId, id }) =>
  db.selectFrom('online_events').select('id').where('tenant_id', '=', tenantId).where('id', '=', id),
);

export const noteEvent = statement<{ id: string; kind: string; now: Date }, object>(
  (db, { tenantId, id, kind, now }) =>
    db
      .insertInto('online_events')
      .values({ tenant_id: tenantId, id, kind, came_at: now })
      .onConflict((conflict) => conflict.doNothing()),
);

/** An order whose provider is to be asked. */
export interface DueOrder {
  readonly tenant_id: string;
  readonly id: string;
}

/**
 * Lists the orders of all businesses about which the provider is to be asked: the open ones first, of both those
 * that are due longest.
 */
export const listDueOrders = statement<{ now: Date; most: number }, DueOrder>(
  (_, { now, most }) => sql<DueOrder>`
    select tenant_id, id from (
      (select online_orders.tenant_id, online_orders.id, 0 as turn, next_check_at from online_orders
        join tenants on tenants.id = online_orders.tenant_id and tenants.deleted_at is null
        where state = 'open' and next_check_at <= ${now} order by next_check_at limit ${most})
      union all
      (select online_orders.tenant_id, online_orders.id, 1, next_check_at from online_orders
        join tenants on tenants.id = online_orders.tenant_id and tenants.deleted_at is null
        where state <> 'open' and not is_settled and next_check_at <= ${now} order by next_check_at limit ${most})
    ) as due order by turn, next_check_at limit ${most}`,
);

/** Takes one of the checks of an order: no other server asks until the next one. */
export const takeCheck = statement<OfOrder & { checks: number; next: Date }, OfOrder>(
  (db, { tenantId, id, checks, next }) =>
    db
      .updateTable('online_orders')
      .set((row) => ({ checks: row('checks', '+', 1), next_check_at: next }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('checks', '=', checks)
      .returning('id'),
);

/** Notes when an order is asked about next, or that it is settled. */
export const planCheck = statement<OfOrder & { at: Date; isSettled: boolean }, object>(
  (db, { tenantId, id, at, isSettled }) =>
    db
      .updateTable('online_orders')
      .set({ next_check_at: at, is_settled: isSettled })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Brings the next check of an order forward, where it is later. */
export const hurryCheck = statement<OfOrder & { at: Date }, object>((db, { tenantId, id, at }) =>
  db
    .updateTable('online_orders')
    .set({ next_check_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('next_check_at', '>', at),
);

/** Forgets the people of old orders of all businesses. */
export const forgetPeopleBefore = statement<{ before: Date }, object>((db, { before }) =>
  db
    .updateTable('online_orders')
    .set({ person_name: null, contact: null, number: null, email: null, note: null })
    .where('asked_at', '<', before)
    .where('state', '<>', 'open')
    .where('person_name', 'is not', null),
);

export const deleteEventsBefore = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('online_events').where('came_at', '<', before),
);
