import { invitationDays, type NewInvitation, type StaffRow } from '@samay/contract/tenancy/staff';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run, runTogether, type Tx } from '../../../db/transaction.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { emailKey, mailSetPasswordLink } from '../../identity/index.ts';
import type { MemberRole } from '../businesses/queries.ts';
import { changeInvitation, changeStaff, fetchWritten } from './change.ts';
import type { StaffContext } from './context.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { deleteInvitation, insertInvitation, lockPending, updateInvitation } from './invitation-queries.ts';
import { assertAssignable } from './policy.ts';
import { lockFreePractitioner } from './practitioner-queries.ts';
import { readMember, readRow } from './queries.ts';

interface Input {
  readonly params: { id: string };
}

/**
 * Invites an address with a role. A member of another business can be invited too: no reply reveals
 * it, and they cannot accept. An invited doctor may be one of the practitioners without a member.
 * @throws `staff.already_active`, `staff.already_invited` about this business alone;
 * `staff.role_not_given`; `staff.too_many_invitations`.
 */
export async function inviteStaff(
  context: StaffContext,
  { body: { email, role, practitionerId } }: { body: NewInvitation },
  limits: InvitationLimits,
): Promise<StaffRow> {
  assertAssignable(role, context);
  const { tenantId, caller } = context;
  return limits.within(tenantId, emailKey(email), () =>
    changeStaff(context, async (tx) => {
      await assertNew(tx, context, emailKey(email));
      await assertFree(tx, context, { role, practitionerId });
      const invited = { tenantId, email, role, addedBy: caller.userId, practitionerId };
      const id = await inviteLater(tx, context, invited);
      await audit(tx, context, 'invitation.created', id, { role });
      return fetchWritten(tx, context, id);
    }),
  );
}

/** Checks that the address is neither a member nor invited. An expired invitation is deleted. */
async function assertNew(tx: Tx, context: StaffContext, key: string): Promise<void> {
  const { members, pending } = await runTogether(tx, context, {
    members: readMember({ value: key }, { by: 'users.email_key' }),
    pending: lockPending({ value: key }, { by: 'email_key' }),
  });
  assertThat(members.length === 0, 'staff.already_active');
  const [earlier] = pending;
  if (!earlier) return;
  assertThat(earlier.expires_at <= context.now, 'staff.already_invited');
  await deleteInvitation(tx, context.tenantId, earlier.id);
}

/** Checks that a chosen practitioner can be taken over by an invited doctor. */
async function assertFree(
  tx: Tx,
  context: StaffContext,
  { role, practitionerId: id }: Pick<NewInvitation, 'role' | 'practitionerId'>,
): Promise<void> {
  if (!id) return;
  const free = role === 'DOCTOR' ? await run(tx, context, lockFreePractitioner({ id })) : [];
  if (free.length === 0)
    throw new AppError('request.invalid', { fields: { practitionerId: 'Please choose another doctor' } });
}

interface Invited {
  readonly tenantId: string;
  readonly email: string;
  readonly role: MemberRole;
  /** The user; null for a super admin who adds the business. */
  readonly addedBy: string | null;
  /** The practitioner of a doctor; null for a new one, left out for the one with their name. */
  readonly practitionerId?: string | null | undefined;
}

/**
 * Inserts an invitation and queues its email. A second pending one violates a unique index: the
 * caller checks the address.
 */
export async function inviteLater(
  tx: Tx,
  { now }: { readonly now: Date },
  { tenantId, email, role, addedBy, practitionerId }: Invited,
): Promise<string> {
  const id = await insertInvitation(tx, tenantId, {
    email,
    email_key: emailKey(email),
    role,
    added_by: addedBy,
    practitioner_id: practitionerId ?? null,
    is_new_practitioner: practitionerId === null,
    created_at: now,
    ...sentAt(now),
  });
  await mailSetPasswordLink(tx, { now }, { purpose: 'invite', email, invitation: { tenantId, id } });
  return id;
}

/** Mails a pending invitation again; its seven days start again. */
export async function resendInvitation(
  context: StaffContext,
  { params: { id } }: Input,
  limits: InvitationLimits,
): Promise<StaffRow> {
  const { tenantId, now } = context;
  const { email } = orNotFound((await readInOneMessage(context, { found: readRow({ id }) })).found[0]);
  return limits.within(tenantId, emailKey(email), () =>
    changeInvitation(context, async (tx) => {
      const [pending] = await run(tx, context, lockPending({ value: id }, { by: 'id' }));
      const { email: to } = orNotFound(pending);
      await updateInvitation(tx, tenantId, id, sentAt(now));
      const invitation = { tenantId, id };
      await mailSetPasswordLink(tx, context, { purpose: 'invite', email: to, invitation });
      await audit(tx, context, 'invitation.sent_again', id);
      return fetchWritten(tx, context, id);
    }),
  );
}

/** Cancels a pending invitation: its link and a later sign-in no longer accept it. */
export async function cancelInvitation(context: StaffContext, { params: { id } }: Input): Promise<void> {
  await changeInvitation(context, async (tx) => {
    const [pending] = await run(tx, context, lockPending({ value: id }, { by: 'id' }));
    const { role } = orNotFound(pending);
    await deleteInvitation(tx, context.tenantId, id);
    await audit(tx, context, 'invitation.cancelled', id, { role });
  });
}

/**
 * Returns the columns of an invitation that is sent now and expires after seven days of 24 hours.
 */
function sentAt(now: Date) {
  return { sent_at: now, expires_at: new Date(now.getTime() + invitationDays * 86_400_000) };
}
