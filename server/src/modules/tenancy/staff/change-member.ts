import { isOwner, type Role } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { onlyRow, run, runTogether, type Tx } from '../../../db/transaction.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { endAllSessions, keepBookName } from '../../identity/index.ts';
import { joinAsPractitioner } from './activate.ts';
import { changeStaff, fetchWritten } from './change.ts';
import type { StaffContext } from './context.ts';
import { lockPending } from './invitation-queries.ts';
import { assertAssignable } from './policy.ts';
import { countOwners, deleteMembership, readMember, updateRole } from './queries.ts';

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
    const pending = await run(tx, context, lockPending({ value: id }, { by: 'id' }));
    assertThat(pending.length === 0, 'staff.pending');
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
    await run(tx, context, keepBookName({ userId: id, at: context.now }));
    await deleteMembership(tx, context.tenantId, id);
    await audit(tx, context, 'staff.removed', id, { was });
  });
}

/**
 * Returns the role that another member may lose. @throws `staff.own_row`: nobody changes
 * themselves; `staff.last_owner` (I-18).
 */
async function checkOther(tx: Tx, context: StaffContext, id: string): Promise<Role> {
  const { members, counted } = await runTogether(tx, context, {
    members: readMember({ value: id }, { by: 'users.id' }),
    counted: countOwners({}),
  });
  const { user_id: userId, role } = orNotFound(members[0]);
  assertThat(userId !== context.caller.userId, 'staff.own_row');
  if (isOwner(role)) assertThat(onlyRow(counted).owners > 1, 'staff.last_owner');
  return role;
}
