import type { Tx } from '../../../db/tenant.ts';
import { insertMembership, type MemberRole } from '../../identity/people/queries.ts';

/** Lets a person into a business, in a platform transaction. False, and nothing changes, when they belong to one already: nobody is moved. */
export async function addMember(
  tx: Tx,
  { tenantId, userId, role, now }: { tenantId: string; userId: string; role: MemberRole; now: Date },
): Promise<boolean> {
  return insertMembership(tx, { tenant_id: tenantId, user_id: userId, role, created_at: now });
}
