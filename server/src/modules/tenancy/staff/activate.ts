import type { Role } from '@samay/contract/core/roles';
import type { Tx } from '../../../db/tenant.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import type { Admission } from '../../identity/index.ts';
import { addMember } from '../businesses/queries.ts';
import {
  activatePendingTenant,
  listOpenInvitations,
  lockPersonWithoutBusiness,
  markActivated,
  updateInvitation,
} from './invitation-queries.ts';
import { addPractitioner, linkPractitioner, lockTenant } from './queries.ts';

/**
 * Adds a person to the business that has invited their address, and returns it with their role. An
 * invitation counts once and before it expires; the oldest of several counts. A member is never
 * moved, so an invitation by another business stays pending (P-11.3, I-17).
 */
export async function activateInvitation(
  tx: Tx,
  context: AuditContext,
  { userId, emailKey, invitation }: Parameters<Admission['activateInvitation']>[2],
): Promise<{ tenantId: string; role: Role } | undefined> {
  if (!(await lockPersonWithoutBusiness(tx, userId))) return undefined;
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
  const { tenantId, id } = about;
  // Locks it before the invitation, in the order of cancel and resend: they cannot deadlock.
  await lockTenant(tx, tenantId);
  const role = await markActivated(tx, about);
  if (!role) return undefined;
  if (!(await addMember(tx, { ...about, role }))) {
    await updateInvitation(tx, tenantId, id, { activated_at: null, activated_by: null });
    return undefined;
  }
  await activatePendingTenant(tx, tenantId);
  return role;
}

/**
 * Gives a doctor of a clinic the practitioner that bookings occupy: the one with their name, or a
 * new one. A member may have one already, and a clinic begins with all of its doctors when it is
 * set up. `by` is the user who caused it.
 */
export async function joinAsPractitioner(
  tx: Tx,
  context: AuditContext,
  { userId, tenantId, by }: { userId: string; tenantId: string; by: string },
): Promise<void> {
  const person = { userId, tenantId, now: context.now };
  const actor = { userId: by, tenantId };
  const linked = await linkPractitioner(tx, person);
  if (linked) return auditPerson(tx, context, actor, 'resource.changed', linked, { changed: ['memberId'] });
  const added = await addPractitioner(tx, person);
  if (added) await auditPerson(tx, context, actor, 'resource.added', added, { kind: 'practitioner' });
}
