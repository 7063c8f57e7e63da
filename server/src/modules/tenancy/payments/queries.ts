import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

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
export type Order = Pick<Selectable<Schema['payment_orders']>, (typeof orderColumns)[number]>;

export async function insertOrder(tx: Tx, order: Insertable<Schema['payment_orders']>) {
  const { id } = await tx
    .insertInto('payment_orders')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findOrder(tx: Tx, providerOrderId: string) {
  return tx
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
}

export async function lockOrder(tx: Tx, by: 'id' | 'provider_order_id', value: string) {
  return tx
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where(by, '=', value)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the payments of an address. */
export async function lockAddress(tx: Tx, emailKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${emailKey}`}, 0))`.execute(tx);
}

export async function markPaid(tx: Tx, id: string, paid: Updateable<Schema['payment_orders']>) {
  return tx
    .updateTable('payment_orders')
    .set(paid)
    .where('id', '=', id)
    .returning(orderColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Changes the claimer of an order, the reason why it could not be claimed, or the time of the last
 * question about it.
 */
export async function updateOrder(tx: Tx, id: string, changes: Updateable<Schema['payment_orders']>) {
  await tx.updateTable('payment_orders').set(changes).where('id', '=', id).execute();
}

/** Finds unclaimed paid sign-ups of an address whose business is not deleted, oldest first. */
export async function findUnclaimed(tx: Tx, emailKey: string) {
  return tx
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
    .orderBy('id')
    .execute();
}

/** Records an unplaced payment. Returns false if it was recorded before. */
export async function insertUnplaced(tx: Tx, payment: Insertable<Schema['unplaced_payments']>) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('unplaced_payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Hides a business that never had a member; the erasure job erases it. */
export async function softDeleteTenant(tx: Tx, tenantId: string, now: Date) {
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
) {
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

export async function expireOrder(tx: Tx, id: string) {
  await tx
    .updateTable('payment_orders')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Stores an event. Returns false if it was stored before. */
export async function insertEvent(
  tx: Tx,
  event: { event_id: string; kind: string; body: string; received_at: Date },
) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findWaitingEvents(tx: Tx, most: number) {
  return tx
    .selectFrom('payment_events')
    .select(['event_id', 'body'])
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(most)
    .execute();
}

export async function markProcessed(tx: Tx, eventId: string, outcome: string, now: Date) {
  await tx
    .updateTable('payment_events')
    .set({ processed_at: now, outcome })
    .where('event_id', '=', eventId)
    .execute();
}

export async function deleteEventsBefore(tx: Tx, before: Date) {
  const { numDeletedRows } = await tx
    .deleteFrom('payment_events')
    .where('processed_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
