import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/client/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

const orderColumns = [
  'payment_orders.id',
  'payment_orders.provider_order_id',
  'payment_orders.kind',
  'payment_orders.email',
  'payment_orders.email_key',
  'payment_orders.business_name',
  'payment_orders.tenant_id',
  'payment_orders.ordered_by',
  'payment_orders.plan_id',
  'payment_orders.amount_paise',
  'payment_orders.state',
  'payment_orders.payment_id',
  'payment_orders.reason',
  'payment_orders.created_at',
  'payment_orders.paid_at',
  'payment_orders.claimed_by',
  'payment_orders.claimed_at',
  'payment_orders.asked_at',
] as const;
export type Order = Pick<Selectable<Schema['payment_orders']>, ColumnOf<(typeof orderColumns)[number]>>;
type ColumnOf<Name> = Name extends `payment_orders.${infer Column}` ? Column : never;

export async function insertOrder(tx: Tx, order: Insertable<Schema['payment_orders']>): Promise<string> {
  const { id } = await tx
    .insertInto('payment_orders')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findOrder(tx: Tx, providerOrderId: string): Promise<Order | undefined> {
  return tx
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
}

export async function lockOrder(
  tx: Tx,
  by: 'id' | 'provider_order_id',
  value: string,
): Promise<Order | undefined> {
  return tx
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where(by, '=', value)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the payments of an address. */
export async function lockAddress(tx: Tx, emailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${emailKey}`}, 0))`.execute(tx);
}

export async function markPaid(
  tx: Tx,
  id: string,
  paid: Pick<Order, 'state' | 'payment_id' | 'paid_at' | 'tenant_id' | 'reason'> & Partial<Order>,
): Promise<Order> {
  return tx
    .updateTable('payment_orders')
    .set(paid)
    .where('id', '=', id)
    .returning(orderColumns)
    .executeTakeFirstOrThrow();
}

/** Changes who claimed an order, why it could not be claimed, or when it was asked about. */
export async function updateOrder(
  tx: Tx,
  id: string,
  changes: Pick<
    Updateable<Schema['payment_orders']>,
    'tenant_id' | 'claimed_by' | 'claimed_at' | 'reason' | 'asked_at'
  >,
): Promise<void> {
  await tx.updateTable('payment_orders').set(changes).where('id', '=', id).execute();
}

/** Finds unclaimed paid sign-ups of an address whose business is not deleted, oldest first. */
export async function findUnclaimed(tx: Tx, emailKey: string): Promise<Order[]> {
  return tx
    .selectFrom('payment_orders')
    .innerJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select(orderColumns)
    .where('payment_orders.email_key', '=', emailKey)
    .where('payment_orders.kind', '=', 'signup')
    .where('payment_orders.state', '=', 'granted')
    .where('payment_orders.claimed_at', 'is', null)
    .where('tenants.deleted_at', 'is', null)
    .orderBy('payment_orders.created_at')
    .orderBy('payment_orders.id')
    .execute();
}

/** Returns false if the payment was recorded before. */
export async function insertUnplaced(
  tx: Tx,
  payment: Insertable<Schema['unplaced_payments']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('unplaced_payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Hides a business that never had a member; the erasure job erases it. */
export async function softDeleteTenant(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ deleted_at: now })
    .where('id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Finds open orders to ask about: created before an instant, and not asked about within an eighth
 * of the age that they had then, or about to expire.
 */
export async function findOpenOrders(
  tx: Tx,
  { before, expiring, now, most }: { before: Date; expiring: Date; now: Date; most: number },
): Promise<Order[]> {
  return tx
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
    .limit(most)
    .execute();
}

export async function expireOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Returns false if the event was stored before. */
export async function insertEvent(
  tx: Tx,
  event: { event_id: string; kind: string; body: string; received_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findWaitingEvents(tx: Tx, most: number): Promise<{ event_id: string; body: string }[]> {
  return tx
    .selectFrom('payment_events')
    .select(['event_id', 'body'])
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(most)
    .execute();
}

export async function markProcessed(tx: Tx, eventId: string, outcome: string, now: Date): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ processed_at: now, outcome })
    .where('event_id', '=', eventId)
    .execute();
}

export async function deleteEventsBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('payment_events')
    .where('processed_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
