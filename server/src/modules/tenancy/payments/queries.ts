import { type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
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

/** Locks the order until the end of the transaction. */
export async function lockOrder(tx: Tx, providerOrderId: string): Promise<Order | undefined> {
  return tx
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where('provider_order_id', '=', providerOrderId)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockOrderById(tx: Tx, id: string): Promise<Order | undefined> {
  return tx
    .selectFrom('payment_orders')
    .select(orderColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the payments of an address until the end of the transaction. */
export async function lockAddress(tx: Tx, emailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${emailKey}`}, 0))`.execute(tx);
}

/** Stores the captured payment of an order and its outcome. */
export async function markPaid(
  tx: Tx,
  id: string,
  paid: {
    state: 'paid' | 'granted';
    payment_id: string;
    paid_at: Date;
    tenant_id: string | null;
    reason: string | null;
  } & Partial<Pick<Order, 'claimed_by' | 'claimed_at'>>,
): Promise<Order> {
  return tx
    .updateTable('payment_orders')
    .set(paid)
    .where('id', '=', id)
    .returning(orderColumns)
    .executeTakeFirstOrThrow();
}

export async function markClaimed(
  tx: Tx,
  id: string,
  claim: { tenant_id: string; claimed_by: string; claimed_at: Date },
): Promise<void> {
  await tx.updateTable('payment_orders').set(claim).where('id', '=', id).execute();
}

export interface Holder {
  readonly user_id: string;
  readonly is_admin: boolean;
  readonly is_deleted: boolean;
  readonly tenant_id: string | null;
  readonly role: Schema['memberships']['role'] | null;
}

/** The person of an address, also a deleted one, and their business. */
export async function findHolder(tx: Tx, emailKey: string): Promise<Holder | undefined> {
  return tx
    .selectFrom('users')
    .leftJoin('platform_admins', 'platform_admins.user_id', 'users.id')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .select((row) => [
      'users.id as user_id',
      'memberships.tenant_id',
      'memberships.role',
      row('platform_admins.user_id', 'is not', null).as('is_admin'),
      row('users.deleted_at', 'is not', null).as('is_deleted'),
    ])
    .where('users.email_key', '=', emailKey)
    .$narrowType<{ is_admin: boolean; is_deleted: boolean }>()
    .executeTakeFirst();
}

/** The unclaimed paid sign-ups of an address, oldest first, without those of deleted businesses. */
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

/** Whether a business exists and is not deleted. */
export async function tenantIsOpen(tx: Tx, tenantId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the payment was recorded before. */
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

/** Stores why a paid business could not be claimed. */
export async function noteReason(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.updateTable('payment_orders').set({ reason }).where('id', '=', id).execute();
}

/** Marks a business that never had a member as deleted; the erasure job erases it later. */
export async function softDeleteTenant(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ deleted_at: now })
    .where('id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Open orders to ask the provider about: created before an instant, and not asked about within an
 * eighth of the age that they had then, or about to expire. Orders never asked about come first,
 * then those asked about longest ago.
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

export async function markReconciled(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('payment_orders').set({ asked_at: now }).where('id', '=', id).execute();
}

export async function expireOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** False if the event was stored before. */
export async function insertEvent(
  tx: Tx,
  event: { event_id: string; kind: string; body: string; received_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values({ ...event, processed_at: null, outcome: null })
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

/** Deletes the events processed before an instant; the orders keep their outcome. */
export async function deleteEventsBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('payment_events')
    .where('processed_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
