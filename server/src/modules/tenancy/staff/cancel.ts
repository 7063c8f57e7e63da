import { changeStaff, note } from './change.ts';
import type { StaffContext } from './context.ts';
import { fetchPending } from './fetch.ts';
import { deleteInvitation } from './queries.ts';

/** Takes a pending invitation back. Its link and a sign-in that comes a moment later find nothing. */
export async function cancelInvitation(context: StaffContext, { params: { id } }: { params: { id: string } }): Promise<void> {
  await changeStaff(context, async (tx) => {
    const { role } = await fetchPending(tx, context, id);
    await deleteInvitation(tx, context.tenantId, id);
    await note(tx, context, 'invitation.cancelled', id, { role });
  });
}
