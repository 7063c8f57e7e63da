import { endAllSessions } from '../../identity/index.ts';
import { assertOwnerLeft, changeStaff, note } from './change.ts';
import type { StaffContext } from './context.ts';
import { fetchOther } from './fetch.ts';
import { deleteMembership } from './queries.ts';

/** Takes somebody else out of the business; their sessions end, and with them their open screens. What they did stays noted. */
export async function removeMember(context: StaffContext, { params: { id } }: { params: { id: string } }): Promise<void> {
  await changeStaff(context, async (tx) => {
    const member = await fetchOther(tx, context, id);
    await assertOwnerLeft(tx, context, member);
    await endAllSessions(tx, context, id, 'removed');
    await deleteMembership(tx, context.tenantId, id);
    await note(tx, context, 'staff.removed', id, { was: member.role });
  });
}
