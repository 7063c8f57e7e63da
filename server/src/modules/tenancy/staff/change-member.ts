import { isOwner, type Role } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { endAllSessions, keepBookName } from '../../identity/index.ts';
import { joinAsPractitioner } from './activate.ts';
import { changeStaff, fetchWritten } from './change.ts';
import type { StaffContext } from './context.ts';
import { lockPending } from './invitation-queries.ts';
import { assertAssignable } from './policy.ts';
import { countOwners, deleteMembership, findMember, updateRole } from './queries.ts';

/**
 * Changes a member's role from their next request on. @throws `staff.pending`; the errors of
 * `checkOther`.
 */
export async function changeRole(
  context: StaffContext,
  { params: { id }, body: { role } }: { params: { id: string }; body: { role: Role } },
): Promise<StaffRow> {
  assertAssignable(role, context);
  const { tenantId, caller } = context;
  return changeStaff(context, async (tx) => {
    assertThat(!(await lockPending(tx, tenantId, 'id', id)), 'staff.pending');
    const was = await checkOther(tx, context, id);
    await updateRole(tx, tenantId, id, role);
    await audit(tx, context, 'staff.role_changed', id, { was, role });
    if (role === 'DOCTOR') await joinAsPractitioner(tx, context, { userId: id, tenantId, by: caller.userId });
    return fetchWritten(tx, context, id);
  });
}

/**
 * Removes a member and ends their sessions and event streams. Their audit rows, their
 * practitioner and, in the books, their name stay. @throws the errors of `checkOther`.
 */
export async function removeMember(
  context: StaffContext,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  await changeStaff(context, async (tx) => {
    const was = await checkOther(tx, context, id);
    await endAllSessions(tx, context, id, 'removed');
    await keepBookName(tx, { tenantId: context.tenantId, userId: id, at: context.now });
    await deleteMembership(tx, context.tenantId, id);
    await audit(tx, context, 'staff.removed', id, { was });
  });
}

/**
 * Returns the role that another member may lose. @throws `staff.own_row`: nobody changes
 * themselves; `staff.last_owner` (I-18).
 */
async function checkOther(tx: Tx, { tenantId, caller }: StaffContext, id: string): Promise<Role> {
  const { user_id: userId, role } = orNotFound(await findMember(tx, tenantId, 'users.id', id));
  assertThat(userId !== caller.userId, 'staff.own_row');
  if (isOwner(role)) assertThat((await countOwners(tx, tenantId)) > 1, 'staff.last_owner');
  return role;
}
