import type { Insertable, Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';
import { findById, lockSignIns } from '../../identity/index.ts';
import { announceStaff } from '../businesses/queries.ts';

export async function insertInvitation(tx: Tx, invitation: Insertable<Schema['invitations']>) {
  const { id } = await tx
    .insertInto('invitations')
    .values(invitation)
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceStaff(tx, invitation.tenant_id, id, 'insert');
  return id;
}

/** Locks a pending invitation, expired or not. */
export async function lockPending(tx: Tx, tenantId: string, by: 'id' | 'email_key', value: string) {
  return tx
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where(by, '=', value)
    .where('activated_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateInvitation(
  tx: Tx,
  tenantId: string,
  id: string,
  changes: Updateable<Schema['invitations']>,
) {
  await tx
    .updateTable('invitations')
    .set(changes)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await announceStaff(tx, tenantId, id, 'update');
}

export async function deleteInvitation(tx: Tx, tenantId: string, id: string) {
  await tx.deleteFrom('invitations').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  await announceStaff(tx, tenantId, id, 'delete');
}

/**
 * Locks the person. Returns whether they may join a business: not deleted, no super admin, member
 * of none.
 */
export async function lockPersonWithoutBusiness(tx: Tx, userId: string) {
  await lockSignIns(tx, userId);
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  // Checks after the lock: its previous holder may have added them to a business.
  const person = await findById(tx, userId);
  return person?.deleted_at === null && person.tenant_id === null && !person.is_admin;
}

/** Lists the invitations that an address can accept, oldest first. */
export async function listOpenInvitations(tx: Tx, emailKey: string, now: Date) {
  return tx
    .selectFrom('invitations')
    .innerJoin('tenants', 'tenants.id', 'invitations.tenant_id')
    .select(['invitations.tenant_id', 'invitations.id'])
    .where('invitations.email_key', '=', emailKey)
    .where('invitations.activated_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .where('tenants.deleted_at', 'is', null)
    .where('tenants.status', '!=', 'suspended')
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
}

/**
 * Activates a pending invitation, and returns its role and practitioner; undefined if it was
 * accepted or cancelled in the meantime.
 */
export async function markActivated(
  tx: Tx,
  { tenantId, id, userId, now }: { tenantId: string; id: string; userId: string; now: Date },
) {
  const activated = await tx
    .updateTable('invitations')
    .set({ activated_at: now, activated_by: userId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['role', 'practitioner_id', 'is_new_practitioner'])
    .executeTakeFirst();
  if (activated) await announceStaff(tx, tenantId, id, 'update');
  return activated;
}

/** Activates a business at its first sign-in. */
export async function activatePendingTenant(tx: Tx, tenantId: string) {
  await tx
    .updateTable('tenants')
    .set({ status: 'active' })
    .where('id', '=', tenantId)
    .where('status', '=', 'pending')
    .execute();
}
