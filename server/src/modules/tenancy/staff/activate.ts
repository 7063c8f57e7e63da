import type { Role } from '@samay/contract/core/roles';
import { platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import type { Admission } from '../../identity/index.ts';
import { addMember } from '../businesses/queries.ts';
import {
  type Activated,
  activatePendingTenant,
  lockPersonWithoutBusiness,
  markActivated,
  readOpenInvitations,
  updateInvitation,
} from './invitation-queries.ts';
import { addPractitioner, linkPractitioner } from './practitioner-queries.ts';
import { lockTenant } from './queries.ts';

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
  const open = await run(tx, platform, readOpenInvitations({ emailKey, now: context.now }));
  for (const { tenant_id: tenantId, id } of open) {
    if (invitation && (invitation.tenantId !== tenantId || invitation.id !== id)) continue;
    const accepted = await accept(tx, { tenantId, id, userId, now: context.now });
    if (!accepted) continue;
    const { role, practitioner_id: chosen, is_new_practitioner: isNew } = accepted;
    await auditPerson(tx, context, { userId, tenantId }, 'invitation.activated', id, { role });
    if (role === 'DOCTOR')
      await joinAsPractitioner(tx, context, { userId, tenantId, by: userId, chosen, isNew });
    return { tenantId, role };
  }
  return undefined;
}

async function accept(
  tx: Tx,
  about: { tenantId: string; id: string; userId: string; now: Date },
): Promise<Activated | undefined> {
  const { tenantId, id } = about;
  // Locks it before the invitation, in the order of cancel and resend: they cannot deadlock.
  await run(tx, about, lockTenant({}));
  const activated = await markActivated(tx, about);
  if (!activated) return undefined;
  if (!(await addMember(tx, { ...about, role: activated.role }))) {
    await updateInvitation(tx, tenantId, id, { activated_at: null, activated_by: null });
    return undefined;
  }
  await run(tx, about, activatePendingTenant(tenantId));
  return activated;
}

interface Joining {
  readonly userId: string;
  readonly tenantId: string;
  /** The user who caused it. */
  readonly by: string;
  /** The practitioner that the invitation names. */
  readonly chosen?: string | null;
  /** Whether the invitation asks for a new one. */
  readonly isNew?: boolean;
}

/**
 * Gives a doctor of a clinic the practitioner that bookings occupy: the chosen one if it is still
 * free, else the one with their name, or a new one. A member may have one already, and a clinic
 * begins with all of its doctors when it is set up.
 */
export async function joinAsPractitioner(
  tx: Tx,
  context: AuditContext,
  { userId, tenantId, by, chosen = null, isNew = false }: Joining,
): Promise<void> {
  const person = { userId, tenantId, now: context.now };
  const actor = { userId: by, tenantId };
  const linked =
    (chosen && (await linkPractitioner(tx, person, chosen))) ||
    (!isNew && (await linkPractitioner(tx, person)));
  if (linked) return auditPerson(tx, context, actor, 'resource.changed', linked, { changed: ['memberId'] });
  const added = await addPractitioner(tx, person);
  if (added) await auditPerson(tx, context, actor, 'resource.added', added, { kind: 'practitioner' });
}
