import type { Tx } from '../../../db/tenant.ts';
import type { MemberRole } from './queries.ts';

/** The person, if they may still join a business: there, not a super admin, and in none. Their other sign-ins wait from here on. */
export async function lockNewcomer(tx: Tx, userId: string): Promise<{ id: string } | undefined> {
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Asked once the lock is there: whoever held it before may have let them in.
  const member = await tx.selectFrom('memberships').select('tenant_id').where('user_id', '=', userId).executeTakeFirst();
  const admin = await tx.selectFrom('platform_admins').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return member || admin ? undefined : person;
}

/** Invitations that an address could accept now, oldest first. A business that is deleted or suspended lets nobody in. */
export async function listOpen(tx: Tx, emailKey: string, now: Date): Promise<{ tenant_id: string; id: string }[]> {
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

/** Accepts an invitation that is still pending, and says with which role; undefined when somebody was faster, or took it back. */
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
  return activated?.role;
}

/** Puts an invitation back that was accepted in this transaction. */
export async function unmarkActivated(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ activated_at: null, activated_by: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** A business that a super admin has added begins with the first sign-in of someone invited (decisions, "People"). */
export async function beginTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.updateTable('tenants').set({ status: 'active' }).where('id', '=', tenantId).where('status', '=', 'pending').execute();
}
