import { endAllSessions } from '../../identity/index.ts';
import { assertOwnerLeft, changeStaff, note } from './change.ts';
import type { StaffContext } from './context.ts';
import { fetchOther } from './fetch.ts';
import { deleteMembership } from './queries.ts';

/** Removes another member from the business and ends their sessions and event streams. Their audit rows stay. */
export async function removeMember(context: StaffContext, { params: { id } }: { params: { id: string } }): Promise<void> {
  await changeStaff(context, async (tx) => {
    const member = await fetchOther(tx, context, id);
    await assertOwnerLeft(tx, context, member);
    await endAllSessions(tx, context, id, 'removed');
    await deleteMembership(tx, context.tenantId, id);
    await note(tx, context, 'staff.removed', id, { was: member.role });
  });
}
