import { permissionsIn } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { run } from '../../../db/transaction.ts';
import { inTenant, inTenantAsPlatform, type Tx } from '../../../db/tenant.ts';
import { allowed } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { StaffContext } from './context.ts';
import { present } from './list.ts';
import { lockTenant, readMember, readPlatformAdmin, readRow } from './queries.ts';

/**
 * Locks the business, checks that the caller may still change its staff, and changes it, with the
 * platform's rights: a business's own transactions may neither write roles nor end sessions
 * (db/tenant.test.ts).
 */
export async function changeStaff<T>(context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  return inTenantAsPlatform(context, (tx) => underLock(tx, context, change));
}

/** Changes a pending invitation with the business's own rights, except for a super admin. */
export async function changeInvitation<T>(context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  if (allowed(context, 'platform.manage')) return changeStaff(context, change);
  return inTenant(context, (tx) => underLock(tx, context, change));
}

async function underLock<T>(tx: Tx, context: StaffContext, change: (tx: Tx) => Promise<T>): Promise<T> {
  await run(tx, context, lockTenant({}));
  assertThat(await mayStill(tx, context), 'access.denied');
  return change(tx);
}

/** Asks the database whether the caller's role still allows the change. */
async function mayStill(tx: Tx, context: StaffContext): Promise<boolean> {
  const { userId } = context.caller;
  if (allowed(context, 'platform.manage'))
    return (await run(tx, context, readPlatformAdmin({ userId }))).length > 0;
  const [member] = await run(tx, context, readMember({ value: userId }, { by: 'users.id' }));
  if (!member || context.businessType === null) return false;
  return permissionsIn(member.role, context.businessType).includes('staff.write');
}

export async function fetchWritten(tx: Tx, context: StaffContext, id: string): Promise<StaffRow> {
  return present(orNotFound((await run(tx, context, readRow({ id })))[0]), context);
}
