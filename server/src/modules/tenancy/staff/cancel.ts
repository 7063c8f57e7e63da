import { changeStaff, note } from './change.ts';
import type { StaffContext } from './context.ts';
import { fetchPending } from './fetch.ts';
import { deleteInvitation } from './queries.ts';

/** Cancels a pending invitation. Its link and a later sign-in no longer accept it. */
export async function cancelInvitation(context: StaffContext, { params: { id } }: { params: { id: string } }): Promise<void> {
  await changeStaff(context, async (tx) => {
    const { role } = await fetchPending(tx, context, id);
    await deleteInvitation(tx, context.tenantId, id);
    await note(tx, context, 'invitation.cancelled', id, { role });
  });
}
