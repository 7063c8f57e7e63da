import type { Tx } from '../../../db/tenant.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { addPractitioner, linkPractitioner } from './queries.ts';

/**
 * Gives a doctor of a clinic the practitioner that bookings occupy: the one with their name, or a
 * new one. Somebody may have one, and a clinic begins with all of its doctors when it is set up.
 * `by` is the user who caused it.
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
