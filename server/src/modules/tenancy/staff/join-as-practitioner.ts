import type { Tx } from '../../../db/tenant.ts';
import { type AuditContext, auditPerson } from '../../audit/index.ts';
import { addPractitioner, linkPractitioner } from './practitioner-queries.ts';

interface Joining {
  readonly userId: string;
  readonly tenantId: string;
  /** Who caused it. */
  readonly by: string;
}

/**
 * Gives a doctor of a clinic the practitioner of their own, whom bookings occupy: the one with
 * their name, otherwise a new one. Nothing happens for somebody who has one, and before the clinic
 * is set up: then it begins with all of its doctors.
 */
export async function joinAsPractitioner(
  tx: Tx,
  context: AuditContext,
  { userId, tenantId, by }: Joining,
): Promise<void> {
  const person = { userId, tenantId, now: context.now };
  const linked = await linkPractitioner(tx, person);
  const id = linked ?? (await addPractitioner(tx, person));
  if (!id) return;
  const action = linked ? 'resource.changed' : 'resource.added';
  await auditPerson(
    tx,
    context,
    { userId: by, tenantId },
    action,
    id,
    linked ? { changed: ['memberId'] } : { kind: 'practitioner' },
  );
}
