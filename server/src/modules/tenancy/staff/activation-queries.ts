import type { Tx } from '../../../db/tenant.ts';
import { announceStaff } from '../businesses/announcing-queries.ts';
import { lockSignIns } from '../../identity/index.ts';
import type { MemberRole } from './queries.ts';

/**
 * Locks the person, if they may join a business: not deleted, no super admin, member of none. Their
 * other sign-ins wait.
 */
export async function lockUserWithoutBusiness(tx: Tx, userId: string): Promise<{ id: string } | undefined> {
  await lockSignIns(tx, userId);
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Read after the lock: the previous holder may have added them to a business.
  const member = await tx
    .selectFrom('memberships')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const admin = await tx
    .selectFrom('platform_admins')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member || admin ? undefined : person;
}

/**
 * The invitations that an address can accept now, oldest first, without those of deleted or
 * suspended businesses.
 */
export async function listOpenInvitations(
  tx: Tx,
  emailKey: string,
  now: Date,
): Promise<{ tenant_id: string; id: string }[]> {
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
 * Marks a pending invitation as accepted. Returns its role; undefined if it was accepted or
 * cancelled meanwhile.
 */
export async function markActivated(
  tx: Tx,
  { tenantId, id, userId, now }: { tenantId: string; id: string; userId: string; now: Date },
): Promise<MemberRole | undefined> {
  const activated = await tx
    .updateTable('invitations')
    .set({ activated_at: now, activated_by: userId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('role')
    .executeTakeFirst();
  if (activated) await announceStaff(tx, tenantId, id, 'update');
  return activated?.role;
}

/** Marks an invitation that this transaction has accepted as pending again. */
export async function markPending(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ activated_at: null, activated_by: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await announceStaff(tx, tenantId, id, 'update');
}

/**
 * Activates a business that a super admin has added, at the first sign-in of an invited person
 * (decisions, "People").
 */
export async function activatePendingTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ status: 'active' })
    .where('id', '=', tenantId)
    .where('status', '=', 'pending')
    .execute();
}
