import { invitationDays } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { mailSetPasswordLink, emailKey } from '../../identity/index.ts';
import { insertInvitation, type MemberRole } from './queries.ts';

export interface Invited {
  readonly tenantId: string;
  readonly email: string;
  readonly role: MemberRole;
  /** Null: the platform itself, for the owner of a business that a super admin adds. */
  readonly addedBy: string | null;
}

/**
 * Writes an invitation and queues its mail, in a platform transaction. Whether the address may be invited is for the caller to ask:
 * a second pending invitation of one address in one business is a fault.
 */
export async function inviteLater(tx: Tx, { now }: { readonly now: Date }, invited: Invited): Promise<{ id: string; expiresAt: Date }> {
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

/** Its link works until the invitation expires, is accepted or taken back, whichever letter it stood in. */
export async function mailInvitationLater(
  tx: Tx,
  at: { readonly now: Date },
  { tenantId, id, email }: { tenantId: string; id: string; email: string },
): Promise<void> {
  await mailSetPasswordLink(tx, at, { purpose: 'invite', email, invitation: { tenantId, id } });
}

/** Seven days of 24 hours after it was sent. */
export function expiryFrom(sentAt: Date): Date {
  return new Date(sentAt.getTime() + invitationDays * 86_400_000);
}
