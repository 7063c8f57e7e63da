import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { pick, statement } from '../../../db/statement.ts';
import { lockName } from '../../../db/transaction.ts';

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

/** Reads the oldest paid order of an address whose business is neither claimed nor deleted. */
export const readPaidOrder = statement<{ emailKey: string }, { id: string }>((db, { emailKey }) =>
  db
    .selectFrom('payment_orders')
    .innerJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select('payment_orders.id')
    .where('payment_orders.email_key', '=', emailKey)
    .where('payment_orders.kind', '=', 'signup')
    .where('payment_orders.state', '=', 'granted')
    .where('payment_orders.claimed_at', 'is', null)
    .where('tenants.deleted_at', 'is', null)
    .orderBy('payment_orders.created_at')
    .limit(1),
);

/** Reads an invitation that can still be accepted. */
export const readOpenInvitation = statement<
  { id: string; now: Date },
  { business: string; expires_at: Date }
>((db, { tenantId, id, now }) =>
  db
    .selectFrom('invitations')
    .innerJoin('tenants', 'tenants.id', 'invitations.tenant_id')
    .select(['tenants.name as business', 'invitations.expires_at'])
    .where('invitations.tenant_id', '=', tenantId)
    .where('invitations.id', '=', id)
    .where('invitations.activated_at', 'is', null)
    .where('invitations.expires_at', '>', now),
);

const newLinkColumns = [
  'token_hash',
  'purpose',
  'email',
  'email_key',
  'business_name',
  'tenant_id',
  'invitation_id',
  'order_id',
  'created_at',
  'expires_at',
] as const;
type NewLink = Pick<Selectable<Schema['mailed_links']>, (typeof newLinkColumns)[number]>;

export const insertLink = statement<NewLink, { id: string }>((db, values) =>
  db.insertInto('mailed_links').values(pick(values, newLinkColumns)).returning('id'),
);

/** Locks the links of an address; two concurrent uses would deadlock. */
export function lockAddress(emailKey: string) {
  return lockName({ name: `mailed links of ${emailKey}` });
}

export const readLink = statement<LinkKey & { now: Date }, Link>(
  (db, { tokenHash, purpose, now, id, emailKey }) =>
    db
      .selectFrom('mailed_links')
      .select(linkColumns)
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where(sql<boolean>`id = coalesce(${id}, id) and email_key = coalesce(${emailKey}, email_key)`),
);

interface Purpose {
  readonly emailKey: string;
  readonly purpose: Link['purpose'];
  readonly now: Date;
}

export const readLiveLink = statement<Purpose, { id: string }>((db, { emailKey, purpose, now }) =>
  db
    .selectFrom('mailed_links')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1),
);

/** Marks the link as used. Answers no row if another request was faster. */
export const spendLink = statement<{ id: string; now: Date }, { id: string }>((db, { id, now }) =>
  db
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id'),
);

export const spendOthers = statement<Link & { now: Date }, object>((db, values) =>
  db
    .updateTable('mailed_links')
    .set({ used_at: values.now })
    .where('email_key', '=', values.email_key)
    .where('purpose', '=', values.purpose)
    .where('invitation_id', 'is not distinct from', values.invitation_id)
    .where('order_id', 'is not distinct from', values.order_id)
    .where('used_at', 'is', null),
);

export const deleteLinksBefore = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('mailed_links').where('expires_at', '<', before),
);
