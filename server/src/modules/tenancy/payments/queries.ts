import { type Selectable, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { pick, statement, updateRows } from '../../../db/statement.ts';
import { lockName } from '../../../db/transaction.ts';

const orderColumns = [
  'id',
  'provider_order_id',
  'kind',
  'email',
  'email_key',
  'business_name',
  'tenant_id',
  'ordered_by',
  'plan_id',
  'amount_paise',
  'state',
  'payment_id',
  'reason',
  'created_at',
  'claimed_at',
] as const;
type OrderRow = Selectable<Schema['payment_orders']>;
export type Order = Pick<OrderRow, (typeof orderColumns)[number]>;

const newOrderColumns = [
  'kind',
  'email',
  'email_key',
  'business_name',
  'tenant_id',
  'ordered_by',
  'provider_order_id',
  'plan_id',
  'amount_paise',
  'created_at',
] as const;

export const insertOrder = statement<Pick<Order, (typeof newOrderColumns)[number]>, { id: string }>(
  (db, values) => db.insertInto('payment_orders').values(pick(values, newOrderColumns)).returning('id'),
);

export const readOrder = statement<{ providerOrderId: string }, Order>((db, { providerOrderId }) =>
  db.selectFrom('payment_orders').select(orderColumns).where('provider_order_id', '=', providerOrderId),
);

export const lockOrder = statement<{ value: string }, Order, { by: 'id' | 'provider_order_id' }>(
  (db, { value }, { by }) =>
    db.selectFrom('payment_orders').select(orderColumns).where(by, '=', value).forUpdate(),
);

/** Locks the payments of an address. */
export function lockAddress(emailKey: string) {
  return lockName({ name: `payments of ${emailKey}` });
}

const paidColumns = [
  'payment_id',
  'paid_at',
  'state',
  'tenant_id',
  'reason',
  'claimed_by',
  'claimed_at',
] as const;

export const markPaid = statement<Pick<OrderRow, 'id' | (typeof paidColumns)[number]>, Order>((db, values) =>
  db
    .updateTable('payment_orders')
    .set(pick(values, paidColumns))
    .where('id', '=', values.id)
    .returning(orderColumns),
);

/**
 * Changes the claimer of an order, the reason why it could not be claimed, or the time of the last
 * question about it.
 */
export function updateOrder(id: string, changes: Updateable<Schema['payment_orders']>) {
  return updateRows('payment_orders', { id }, changes);
}

/** Reads unclaimed paid sign-ups of an address whose business is not deleted, oldest first. */
export const readUnclaimed = statement<{ emailKey: string }, Order>((db, { emailKey }) =>
  db
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where('email_key', '=', emailKey)
    .where('kind', '=', 'signup')
    .where('state', '=', 'granted')
    .where('claimed_at', 'is', null)
    .where('tenant_id', 'in', (open) =>
      open.selectFrom('tenants').select('id').where('deleted_at', 'is', null),
    )
    .orderBy('created_at')
    .orderBy('id'),
);

const unplacedColumns = [
  'payment_id',
  'provider_order_id',
  'order_id',
  'email',
  'amount_paise',
  'currency',
  'reason',
  'noted_at',
] as const;
type Unplaced = Pick<Selectable<Schema['unplaced_payments']>, (typeof unplacedColumns)[number]>;

/** Records an unplaced payment. Answers no row if it was recorded before. */
export const insertUnplaced = statement<Unplaced, object>((db, values) =>
  db
    .insertInto('unplaced_payments')
    .values(pick(values, unplacedColumns))
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('payment_id'),
);

/** Hides a business that never had a member; the erasure job erases it. */
export const softDeleteTenant = statement<{ now: Date }, object>((db, { tenantId, now }) =>
  db
    .updateTable('tenants')
    .set({ deleted_at: now })
    .where('id', '=', tenantId)
    .where('deleted_at', 'is', null),
);

interface Asking {
  readonly before: Date;
  readonly expiring: Date;
  readonly now: Date;
  readonly most: number;
}

/**
 * Reads open orders to ask about: created before an instant, and not asked about within an eighth
 * of the age that they had then, or about to expire.
 */
export const readOpenOrders = statement<Asking, Order>((db, { before, expiring, now, most }) =>
  db
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where('state', '=', 'open')
    .where('created_at', '<=', before)
    .where((row) =>
      row.or([
        row('asked_at', 'is', null),
        row('created_at', '<=', expiring),
        sql<boolean>`asked_at + (asked_at - created_at) / 8 <= ${now}`,
      ]),
    )
    .orderBy(sql`asked_at nulls first`)
    .orderBy('created_at')
    .limit(most),
);

export function expireOrder(id: string) {
  return updateRows('payment_orders', { id, state: 'open' }, { state: 'expired' });
}

const eventColumns = ['event_id', 'kind', 'body', 'received_at'] as const;
type PaymentEvent = Pick<Selectable<Schema['payment_events']>, (typeof eventColumns)[number]>;

/** Stores an event. Answers no row if it was stored before. */
export const insertEvent = statement<PaymentEvent, object>((db, values) =>
  db
    .insertInto('payment_events')
    .values(pick(values, eventColumns))
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id'),
);

export const readWaitingEvents = statement<{ most: number }, Pick<PaymentEvent, 'event_id' | 'body'>>(
  (db, { most }) =>
    db
      .selectFrom('payment_events')
      .select(['event_id', 'body'])
      .where('processed_at', 'is', null)
      .orderBy('received_at')
      .orderBy('event_id')
      .limit(most),
);

export function markProcessed(eventId: string, outcome: string, now: Date) {
  return updateRows('payment_events', { event_id: eventId }, { processed_at: now, outcome });
}

export const deleteEventsBefore = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('payment_events').where('processed_at', '<', before),
);
