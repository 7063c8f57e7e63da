import type { AuditAction } from '@samay/contract/audit/audit-log';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { allowed } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import type { StaffContext } from './context.ts';
import { isOwner, mayWrite } from './policy.ts';
import { countOwners, findMember, isPlatformAdmin, lockTenant, type Member } from './queries.ts';

/**
 * The beats of every change to who belongs to a business: wait for the others' changes, ask whether the caller may still make one,
 * make it. As the platform, because it ends in mail and sessions; every query names the business.
 */
export async function changeStaff<T>(context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  return asPlatform(context, async (tx) => {
    await lockTenant(tx, context.tenantId);
    assertThat(await mayStill(tx, context), 'access.denied');
    return change(tx);
  });
}

/** Asked before an owner stops being one: a business keeps at least one (reliability.md I18). */
export async function assertOwnerLeft(tx: Tx, { tenantId }: StaffContext, { role }: Member): Promise<void> {
  if (isOwner(role)) assertThat((await countOwners(tx, tenantId)) > 1, 'staff.last_owner');
}

/** Notes the change in the log of the business, whoever made it. */
export async function note(tx: Tx, context: StaffContext, action: AuditAction, object: string, detail: object = {}): Promise<void> {
  const { tenantId, caller } = context;
  await auditPerson(tx, context, { userId: caller.userId, tenantId }, action, object, detail);
}

async function mayStill(tx: Tx, context: StaffContext): Promise<boolean> {
  const { tenantId, businessType, caller } = context;
  if (allowed(context, 'platform.manage')) return isPlatformAdmin(tx, caller.userId);
  const member = await findMember(tx, tenantId, caller.userId);
  return member !== undefined && businessType !== null && mayWrite(member.role, businessType);
}
