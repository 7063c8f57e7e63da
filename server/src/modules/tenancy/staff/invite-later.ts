import { invitationDays } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { mailSetPasswordLink, emailKey } from '../../identity/index.ts';
import { insertInvitation, type MemberRole } from './queries.ts';

export interface Invited {
  readonly tenantId: string;
  readonly email: string;
  readonly role: MemberRole;
  /** Null if a super admin invites the owner of a business that they add. */
  readonly addedBy: string | null;
}

/**
 * Inserts an invitation and queues its email. The caller checks whether the address may be invited:
 * a second pending invitation of one address in one business violates a unique index.
 */
export async function inviteLater(
  tx: Tx,
  { now }: { readonly now: Date },
  invited: Invited,
): Promise<{ id: string; expiresAt: Date }> {
  const expiresAt = expiryFrom(now);
  const id = await insertInvitation(tx, {
    tenant_id: invited.tenantId,
    email: invited.email,
    email_key: emailKey(invited.email),
    role: invited.role,
    added_by: invited.addedBy,
    created_at: now,
    sent_at: now,
    expires_at: expiresAt,
  });
  await mailInvitationLater(tx, { now }, { tenantId: invited.tenantId, id, email: invited.email });
  return { id, expiresAt };
}

/**
 * Queues the email of an invitation. Its link works until the invitation expires, is accepted or
 * cancelled.
 */
export async function mailInvitationLater(
  tx: Tx,
  at: { readonly now: Date },
  { tenantId, id, email }: { tenantId: string; id: string; email: string },
): Promise<void> {
  await mailSetPasswordLink(tx, at, { purpose: 'invite', email, invitation: { tenantId, id } });
}

/** Seven days of 24 hours after the invitation was sent. */
export function expiryFrom(sentAt: Date): Date {
  return new Date(sentAt.getTime() + invitationDays * 86_400_000);
}
