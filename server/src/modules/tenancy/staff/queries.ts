import { type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';
import { announceStaff } from '../businesses/announcing-queries.ts';

export type Member = Pick<Selectable<Schema['memberships']>, 'user_id' | 'role'>;
const invitationColumns = [
  'tenant_id',
  'id',
  'email',
  'email_key',
  'role',
  'added_by',
  'created_at',
  'sent_at',
  'expires_at',
  'activated_at',
  'activated_by',
] as const;
export type Invitation = Pick<Selectable<Schema['invitations']>, (typeof invitationColumns)[number]>;
export type MemberRole = Member['role'];

/** Locks the business, so that changes of its staff wait until the end of the transaction. */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirst();
}

/** A business that is not deleted. */
export async function findTenant(
  tx: Tx,
  tenantId: string,
): Promise<{ id: string; name: string; business_type: 'doctor' | 'turf' | null } | undefined> {
  return tx
    .selectFrom('tenants')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
    .select(['tenants.id', 'tenants.name', 'business_profiles.business_type'])
    .where('tenants.id', '=', tenantId)
    .where('tenants.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function isPlatformAdmin(tx: Tx, userId: string): Promise<boolean> {
  const admin = await tx
    .selectFrom('platform_admins')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return admin !== undefined;
}

export async function findMember(tx: Tx, tenantId: string, userId: string): Promise<Member | undefined> {
  return members(tx, tenantId)
    .select(['memberships.user_id', 'memberships.role'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

export async function hasMember(tx: Tx, tenantId: string, emailKey: string): Promise<boolean> {
  const member = await members(tx, tenantId)
    .select('users.id')
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst();
  return member !== undefined;
}

/** The number of owners. A Business Admin is an owner who signed up by paying. */
export async function countOwners(tx: Tx, tenantId: string): Promise<number> {
  const { owners } = await members(tx, tenantId)
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('memberships.role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN'])
    .executeTakeFirstOrThrow();
  return owners;
}

export async function updateRole(tx: Tx, tenantId: string, userId: string, role: MemberRole): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await announceStaff(tx, tenantId, userId, 'update');
}

export async function deleteMembership(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await announceStaff(tx, tenantId, userId, 'delete');
}

export async function insertInvitation(
  tx: Tx,
  invitation: Insertable<Schema['invitations']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('invitations')
    .values(invitation)
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceStaff(tx, invitation.tenant_id, id, 'insert');
  return id;
}

/**
 * Locks a pending invitation of this business, expired or not, until the end of the transaction.
 */
export async function lockPending(
  tx: Tx,
  tenantId: string,
  by: { id: string } | { emailKey: string },
): Promise<Invitation | undefined> {
  return tx
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('tenant_id', '=', tenantId)
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('email_key', '=', by.emailKey)))
    .where('activated_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function renewInvitation(
  tx: Tx,
  tenantId: string,
  id: string,
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
) {
  await tx
    .updateTable('invitations')
    .set({ sent_at: sentAt, expires_at: expiresAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await announceStaff(tx, tenantId, id, 'update');
}

export async function deleteInvitation(tx: Tx, tenantId: string, id: string): Promise<void> {
  await tx.deleteFrom('invitations').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  await announceStaff(tx, tenantId, id, 'delete');
}

function members(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null);
}
