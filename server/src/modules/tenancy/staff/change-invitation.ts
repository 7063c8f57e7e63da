import type { StaffRow } from '@samay/contract/tenancy/staff';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import type { Tx } from '../../../db/tenant.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { emailKey } from '../../identity/index.ts';
import { changeInvitation, fetchPending, fetchWritten, auditStaff } from './change.ts';
import type { StaffContext } from './context.ts';
import { deleteInvitation, renewInvitation } from './queries.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { expiryFrom, mailInvitationLater } from './invite-later.ts';
import { readRow } from './list-queries.ts';

/** Cancels a pending invitation. Its link and a later sign-in no longer accept it. */
export async function cancelInvitation(
  context: StaffContext,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  await changeInvitation(context, async (tx) => {
    const { role } = await fetchPending(tx, context, id);
    await deleteInvitation(tx, context.tenantId, id);
    await auditStaff(tx, context, 'invitation.cancelled', id, { role });
  });
}

/** Mails a pending invitation again, expired or not; its seven days start again. */
export async function resendInvitation(
  context: StaffContext,
  { params: { id } }: { params: { id: string } },
  limits: InvitationLimits,
): Promise<StaffRow> {
  const { email } = orNotFound((await readInOneMessage(context, { found: readRow({ id }) })).found[0]);
  return limits.within(context.tenantId, emailKey(email), () =>
    changeInvitation(context, (tx) => send(tx, context, id)),
  );
}

async function send(tx: Tx, context: StaffContext, id: string): Promise<StaffRow> {
  const { tenantId, now } = context;
  const { email } = await fetchPending(tx, context, id);
  await renewInvitation(tx, tenantId, id, { sentAt: now, expiresAt: expiryFrom(now) });
  await mailInvitationLater(tx, context, { tenantId, id, email });
  await auditStaff(tx, context, 'invitation.sent_again', id);
  return fetchWritten(tx, context, id);
}
