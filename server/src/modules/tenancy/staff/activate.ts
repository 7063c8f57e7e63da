import type { Role } from '@samay/contract/core/roles';
import type { Tx } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { auditPerson } from '../../audit/index.ts';
import { addMember } from '../../identity/index.ts';
import { beginTenant, listOpen, lockNewcomer, markActivated, unmarkActivated } from './activation-queries.ts';
import { lockTenant } from './queries.ts';

export interface Proven {
  readonly userId: string;
  /** Of the address that the person has just proven to be theirs: a verified Google account, or a mailed link. */
  readonly emailKey: string;
  /** The one invitation whose link was followed; any of the address otherwise. */
  readonly invitation?: { readonly tenantId: string; readonly id: string } | undefined;
}

/**
 * Lets a person into the business that has invited their address, in a platform transaction, and says which with which role; undefined
 * where there is nothing to accept. Each invitation works once, unexpired; of several the oldest does. Whoever belongs to a
 * business is never moved, so an invitation by a second one stays pending there (reliability.md A6, I17).
 */
export async function activateInvitation(
  tx: Tx,
  context: Pick<PublicContext, 'now' | 'requestId'>,
  { userId, emailKey, invitation }: Proven,
): Promise<{ tenantId: string; role: Role } | undefined> {
  if (!(await lockNewcomer(tx, userId))) return undefined;
  for (const { tenant_id: tenantId, id } of await listOpen(tx, emailKey, context.now)) {
    if (invitation && (invitation.tenantId !== tenantId || invitation.id !== id)) continue;
    const role = await accept(tx, { tenantId, id, userId, now: context.now });
    if (!role) continue;
    await auditPerson(tx, context, { userId, tenantId }, 'invitation.activated', id, { role });
    return { tenantId, role };
  }
  return undefined;
}

async function accept(tx: Tx, about: { tenantId: string; id: string; userId: string; now: Date }): Promise<Role | undefined> {
  // Before the invitation, in the order of those who cancel or resend it: otherwise each could wait for the other.
  await lockTenant(tx, about.tenantId);
  const role = await markActivated(tx, about);
  if (!role) return undefined;
  if (!(await addMember(tx, { ...about, role }))) {
    await unmarkActivated(tx, about);
    return undefined;
  }
  await beginTenant(tx, about.tenantId);
  return role;
}
