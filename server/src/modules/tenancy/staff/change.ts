import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { run } from '../../../db/transaction.ts';
import { inTenant, inTenantAsPlatform, type Tx } from '../../../db/tenant.ts';
import { allowed } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import type { StaffContext } from './context.ts';
import { isOwner, mayWrite } from './policy.ts';
import {
  countOwners,
  findMember,
  type Invitation,
  isPlatformAdmin,
  lockPending,
  lockTenant,
  type Member,
} from './queries.ts';
import { readRow } from './list-queries.ts';
import { present } from './present.ts';

/**
 * Runs a change that gives or takes a role: locks the business, checks that the caller may still
 * change its staff, then changes it. Runs in the business with the platform's rights, because a
 * business's own transactions may neither write roles nor end sessions (db/tenant.test.ts).
 */
export async function changeStaff<T>(context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  return inTenantAsPlatform(context, (tx) => underLock(tx, context, change));
}

/**
 * Runs a change of a pending invitation in the same way, but with the business's own rights; a
 * super admin is no member, and keeps the platform's.
 */
export async function changeInvitation<T>(context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  if (allowed(context, 'platform.manage')) return changeStaff(context, change);
  return inTenant(context, (tx) => underLock(tx, context, change));
}

async function underLock<T>(tx: Tx, context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  await lockTenant(tx, context.tenantId);
  assertThat(await mayStill(tx, context), 'access.denied');
  return change(tx);
}

/**
 * Checks, before an owner is removed or gets another role, that the business keeps an owner
 * (reliability.md I18).
 */
export async function assertOwnerLeft(tx: Tx, { tenantId }: StaffContext, { role }: Member): Promise<void> {
  if (isOwner(role)) assertThat((await countOwners(tx, tenantId)) > 1, 'staff.last_owner');
}

/** Audits the change in the log of the business, also one by a super admin. */
export async function auditStaff(
  tx: Tx,
  context: StaffContext,
  action: AuditAction,
  object: string,
  detail: object = {},
): Promise<void> {
  const { tenantId, caller } = context;
  await auditPerson(tx, context, { userId: caller.userId, tenantId }, action, object, detail);
}

/** Whether the caller's role still allows the change, as the database has it now. */
async function mayStill(tx: Tx, context: StaffContext): Promise<boolean> {
  const { tenantId, businessType, caller } = context;
  if (allowed(context, 'platform.manage')) return isPlatformAdmin(tx, caller.userId);
  const member = await findMember(tx, tenantId, caller.userId);
  return member !== undefined && businessType !== null && mayWrite(member.role, businessType);
}

/**
 * Another member of the business. @throws `staff.own_row`: nobody changes or removes themselves
 * (decisions, "Who may do what").
 */
export async function fetchOther(tx: Tx, { tenantId, caller }: StaffContext, id: string): Promise<Member> {
  const member = orNotFound(await findMember(tx, tenantId, id));
  assertThat(member.user_id !== caller.userId, 'staff.own_row');
  return member;
}

/**
 * Locks a pending invitation until the end of the transaction. @throws `not_found`, also if it is
 * accepted.
 */
export async function fetchPending(tx: Tx, { tenantId }: StaffContext, id: string): Promise<Invitation> {
  return orNotFound(await lockPending(tx, tenantId, { id }));
}

/** The row that this transaction has written, as the contract shows it. */
export async function fetchWritten(tx: Tx, context: StaffContext, id: string): Promise<StaffRow> {
  return present(orNotFound((await run(tx, context, readRow({ id })))[0]), context);
}
