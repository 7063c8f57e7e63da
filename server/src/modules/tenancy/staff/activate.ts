import type { Role } from '@samay/contract/core/roles';
import type { Tx } from '../../../db/tenant.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { addMember } from '../businesses/queries.ts';
import {
  activatePendingTenant,
  listOpenInvitations,
  lockUserWithoutBusiness,
  markActivated,
  markPending,
} from './activation-queries.ts';
import { joinAsPractitioner } from './join-as-practitioner.ts';
import { lockTenant } from './queries.ts';

export interface Proven {
  readonly userId: string;
  /** The address that the person has just proven: by a verified Google account or a mailed link. */
  readonly emailKey: string;
  /** The invitation of the used link; otherwise any of the address. */
  readonly invitation?: { readonly tenantId: string; readonly id: string } | undefined;
}

/**
 * Adds a person to the business that has invited their address, in a platform transaction. Returns
 * the business and role; undefined if there is no invitation to accept. An invitation counts once
 * and before it expires; of several the oldest counts. A member of a business is never moved, so an
 * invitation by another one stays pending (reliability.md A6, I17).
 */
export async function activateInvitation(
  tx: Tx,
  context: AuditContext,
  { userId, emailKey, invitation }: Proven,
): Promise<{ tenantId: string; role: Role } | undefined> {
  if (!(await lockUserWithoutBusiness(tx, userId))) return undefined;
  for (const { tenant_id: tenantId, id } of await listOpenInvitations(tx, emailKey, context.now)) {
    if (invitation && (invitation.tenantId !== tenantId || invitation.id !== id)) continue;
    const role = await accept(tx, { tenantId, id, userId, now: context.now });
    if (!role) continue;
    await auditPerson(tx, context, { userId, tenantId }, 'invitation.activated', id, { role });
    if (role === 'DOCTOR') await joinAsPractitioner(tx, context, { userId, tenantId, by: userId });
    return { tenantId, role };
  }
  return undefined;
}

async function accept(
  tx: Tx,
  about: { tenantId: string; id: string; userId: string; now: Date },
): Promise<Role | undefined> {
  // Locked before the invitation, in the same order as cancel and resend, so that they cannot
  // deadlock.
  await lockTenant(tx, about.tenantId);
  const role = await markActivated(tx, about);
  if (!role) return undefined;
  if (!(await addMember(tx, { ...about, role }))) {
    await markPending(tx, about);
    return undefined;
  }
  await activatePendingTenant(tx, about.tenantId);
  return role;
}
