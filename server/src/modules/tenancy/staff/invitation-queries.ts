import type { Selectable, Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { deleteRows, pick, statement, updateRows } from '../../../db/statement.ts';
import { platform } from '../../../db/tenant.ts';
import { onlyRow, run, type Tx } from '../../../db/transaction.ts';
import { findById, lockSignIns } from '../../identity/index.ts';
import { announceStaff } from '../businesses/queries.ts';

type Invitation = Selectable<Schema['invitations']>;

const newColumns = [
  'email',
  'email_key',
  'role',
  'added_by',
  'practitioner_id',
  'is_new_practitioner',
  'created_at',
  'sent_at',
  'expires_at',
] as const;
type NewInvitation = Pick<Invitation, (typeof newColumns)[number]>;

const insert = statement<NewInvitation, { id: string }>((db, values) =>
  db
    .insertInto('invitations')
    .values({ tenant_id: values.tenantId, ...pick(values, newColumns) })
    .returning('id'),
);

export async function insertInvitation(tx: Tx, tenantId: string, invitation: NewInvitation) {
  const { id } = onlyRow(await run(tx, { tenantId }, insert(invitation)));
  await announceStaff(tx, tenantId, id, 'insert');
  return id;
}

/** Locks a pending invitation, expired or not. */
export const lockPending = statement<
  { value: string },
  Pick<Invitation, 'id' | 'email' | 'role' | 'expires_at'>,
  { by: 'id' | 'email_key' }
>((db, { tenantId, value }, { by }) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where(by, '=', value)
    .where('activated_at', 'is', null)
    .forUpdate(),
);

export async function updateInvitation(
  tx: Tx,
  tenantId: string,
  id: string,
  changes: Updateable<Schema['invitations']>,
) {
  await run(tx, { tenantId }, updateRows('invitations', { tenant_id: tenantId, id }, changes));
  await announceStaff(tx, tenantId, id, 'update');
}

export async function deleteInvitation(tx: Tx, tenantId: string, id: string) {
  await run(tx, { tenantId }, deleteRows('invitations', { tenant_id: tenantId, id }));
  await announceStaff(tx, tenantId, id, 'delete');
}

const lockPerson = statement<{ userId: string }, object>((db, { userId }) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate(),
);

/**
 * Locks the person. Returns whether they may join a business: not deleted, no super admin, member
 * of none.
 */
export async function lockPersonWithoutBusiness(tx: Tx, userId: string) {
  await lockSignIns(tx, userId);
  await run(tx, platform, lockPerson({ userId }));
  // Checks after the lock: its previous holder may have added them to a business.
  const person = await findById(tx, userId);
  return person?.deleted_at === null && person.tenant_id === null && !person.is_admin;
}

/** Lists the invitations that an address can accept, oldest first. */
export const readOpenInvitations = statement<
  { emailKey: string; now: Date },
  Pick<Invitation, 'tenant_id' | 'id'>
>((db, { emailKey, now }) =>
  db
    .selectFrom('invitations')
    .innerJoin('tenants', 'tenants.id', 'invitations.tenant_id')
    .select(['invitations.tenant_id', 'invitations.id'])
    .where('invitations.email_key', '=', emailKey)
    .where('invitations.activated_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .where('tenants.deleted_at', 'is', null)
    .where('tenants.status', '!=', 'suspended')
    .orderBy('invitations.created_at')
    .orderBy('invitations.id'),
);

interface Activation {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
}

export type Activated = Pick<Invitation, 'role' | 'practitioner_id' | 'is_new_practitioner'>;

const activate = statement<Activation, Activated>((db, { tenantId, id, userId, now }) =>
  db
    .updateTable('invitations')
    .set({ activated_at: now, activated_by: userId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['role', 'practitioner_id', 'is_new_practitioner']),
);

/**
 * Activates a pending invitation, and returns its role and practitioner; undefined if it was
 * accepted or cancelled in the meantime.
 */
export async function markActivated(tx: Tx, about: Activation & { readonly tenantId: string }) {
  const [activated] = await run(tx, about, activate(about));
  if (activated) await announceStaff(tx, about.tenantId, about.id, 'update');
  return activated;
}

/** Activates a business at its first sign-in. */
export function activatePendingTenant(tenantId: string) {
  return updateRows('tenants', { id: tenantId, status: 'pending' }, { status: 'active' });
}
