import { type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

const linkColumns = [
  'id',
  'purpose',
  'email',
  'email_key',
  'business_name',
  'tenant_id',
  'invitation_id',
  'order_id',
] as const;
export type Link = Pick<Selectable<Schema['mailed_links']>, (typeof linkColumns)[number]>;

export interface LinkKey {
  readonly tokenHash: string;
  readonly purpose: Link['purpose'];
  readonly id?: string;
  readonly emailKey?: string;
}

/** Finds the oldest paid order of an address whose business is neither claimed nor deleted. */
export async function findPaidOrder(tx: Tx, emailKey: string) {
  const order = await tx
    .selectFrom('payment_orders')
    .innerJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select('payment_orders.id')
    .where('payment_orders.email_key', '=', emailKey)
    .where('payment_orders.kind', '=', 'signup')
    .where('payment_orders.state', '=', 'granted')
    .where('payment_orders.claimed_at', 'is', null)
    .where('tenants.deleted_at', 'is', null)
    .orderBy('payment_orders.created_at')
    .limit(1)
    .executeTakeFirst();
  return order?.id;
}

/** Finds an invitation that can still be accepted. */
export async function findOpenInvitation(tx: Tx, invitation: { tenantId: string; id: string }, now: Date) {
  return tx
    .selectFrom('invitations')
    .innerJoin('tenants', 'tenants.id', 'invitations.tenant_id')
    .select(['tenants.name as business', 'invitations.expires_at'])
    .where('invitations.tenant_id', '=', invitation.tenantId)
    .where('invitations.id', '=', invitation.id)
    .where('invitations.activated_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .executeTakeFirst();
}

export async function insertLink(tx: Tx, link: Insertable<Schema['mailed_links']>) {
  const { id } = await tx.insertInto('mailed_links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks the links of an address; two concurrent uses would deadlock. */
export async function lockAddress(tx: Tx, emailKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailed links of ${emailKey}`}, 0))`.execute(tx);
}

export async function findLink(tx: Tx, key: LinkKey, now: Date) {
  let links = tx
    .selectFrom('mailed_links')
    .select(linkColumns)
    .where('token_hash', '=', key.tokenHash)
    .where('purpose', '=', key.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
  if (key.id !== undefined) links = links.where('id', '=', key.id);
  if (key.emailKey !== undefined) links = links.where('email_key', '=', key.emailKey);
  return links.executeTakeFirst();
}

export async function hasLiveLink(
  tx: Tx,
  { emailKey, purpose, now }: { emailKey: string; purpose: Link['purpose']; now: Date },
) {
  const link = await tx
    .selectFrom('mailed_links')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** Marks the link as used. Returns false if another request was faster. */
export async function spendLink(tx: Tx, id: string, now: Date) {
  const spent = await tx
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

export async function spendOthers(
  tx: Tx,
  { email_key: key, purpose, invitation_id: invitation, order_id: order }: Link,
  now: Date,
) {
  await tx
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('email_key', '=', key)
    .where('purpose', '=', purpose)
    .where('invitation_id', 'is not distinct from', invitation)
    .where('order_id', 'is not distinct from', order)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteLinksBefore(tx: Tx, before: Date) {
  const { numDeletedRows } = await tx
    .deleteFrom('mailed_links')
    .where('expires_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
