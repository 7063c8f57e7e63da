import type { Role } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat } from '../../../core/app-error.ts';
import { endAllSessions } from '../../identity/index.ts';
import { assertOwnerLeft, changeStaff, fetchOther, fetchWritten, auditStaff } from './change.ts';
import type { StaffContext } from './context.ts';
import { joinAsPractitioner } from './join-as-practitioner.ts';
import { assertAssignable } from './policy.ts';
import { unlinkPractitioner } from './practitioner-queries.ts';
import { deleteMembership, lockPending, updateRole } from './queries.ts';

/**
 * Changes the role of another member from their next request on. @throws `staff.pending` for a
 * pending invitation; `staff.own_row`, `staff.last_owner`.
 */
export async function changeRole(
  context: StaffContext,
  { params: { id }, body: { role } }: { params: { id: string }; body: { role: Role } },
): Promise<StaffRow> {
  assertAssignable(role, context);
  return changeStaff(context, async (tx) => {
    await assertActive(tx, context, id);
    const member = await fetchOther(tx, context, id);
    await assertOwnerLeft(tx, context, member);
    await updateRole(tx, context.tenantId, id, role);
    await auditStaff(tx, context, 'staff.role_changed', id, { was: member.role, role });
    if (role === 'DOCTOR')
      await joinAsPractitioner(tx, context, {
        userId: id,
        tenantId: context.tenantId,
        by: context.caller.userId,
      });
    return fetchWritten(tx, context, id);
  });
}

async function assertActive(tx: Tx, { tenantId }: StaffContext, id: string): Promise<void> {
  assertThat(!(await lockPending(tx, tenantId, { id })), 'staff.pending');
}

/**
 * Removes another member from the business and ends their sessions and event streams. Their audit
 * rows stay, and so does the doctor that they were.
 */
export async function removeMember(
  context: StaffContext,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  await changeStaff(context, async (tx) => {
    const member = await fetchOther(tx, context, id);
    await assertOwnerLeft(tx, context, member);
    await endAllSessions(tx, context, id, 'removed');
    await unlinkPractitioner(tx, { userId: id, tenantId: context.tenantId });
    await deleteMembership(tx, context.tenantId, id);
    await auditStaff(tx, context, 'staff.removed', id, { was: member.role });
  });
}
