import type { NewInvitation, StaffRow } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat } from '../../../core/app-error.ts';
import { emailKey } from '../../identity/index.ts';
import { changeStaff, auditStaff } from './change.ts';
import type { StaffContext } from './context.ts';
import { fetchWritten } from './change.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { inviteLater } from './invite-later.ts';
import { assertAssignable } from './policy.ts';
import { deleteInvitation, hasMember, lockPending } from './queries.ts';

/**
 * Invites an address with a role. An address that belongs to another business is invited like any
 * other, so that nobody learns of it, and cannot accept. @throws `staff.already_active`,
 * `staff.already_invited` about this business alone; `staff.role_not_given`;
 * `staff.too_many_invitations`.
 */
export async function inviteStaff(
  context: StaffContext,
  { body: { email, role } }: { body: NewInvitation },
  limits: InvitationLimits,
): Promise<StaffRow> {
  assertAssignable(role, context);
  return limits.within(context.tenantId, emailKey(email), () =>
    changeStaff(context, async (tx) => {
      await assertNew(tx, context, emailKey(email));
      const { id } = await inviteLater(tx, context, {
        tenantId: context.tenantId,
        email,
        role,
        addedBy: context.caller.userId,
      });
      await auditStaff(tx, context, 'invitation.created', id, { role });
      return fetchWritten(tx, context, id);
    }),
  );
}

/** Checks that the address is neither a member nor invited. An expired invitation is deleted. */
async function assertNew(tx: Tx, { tenantId, now }: StaffContext, key: string): Promise<void> {
  assertThat(!(await hasMember(tx, tenantId, key)), 'staff.already_active');
  const earlier = await lockPending(tx, tenantId, { emailKey: key });
  if (!earlier) return;
  assertThat(earlier.expires_at <= now, 'staff.already_invited');
  await deleteInvitation(tx, tenantId, earlier.id);
}
