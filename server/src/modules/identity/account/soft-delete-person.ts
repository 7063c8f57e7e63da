import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { endAllSessions } from '../session/end-session.ts';
import { lockSignIns } from '../people/queries.ts';
import {
  findAccountToDelete,
  lockBusinessOf,
  markDeleted,
  markTenantDeleted,
  type AccountToDelete,
  unmarkDeleted,
} from './queries.ts';

/**
 * Marks a person as deleted, in a platform transaction: hidden and signed out everywhere now,
 * erased after 30 days (decisions, "People"). A business without any other person is marked with
 * them. @throws `account.last_owner` for the only owner of a business with other people, also for
 * one of two owners who leave at the same time, and for one who becomes it meanwhile;
 * `account.is_admin` for a super admin.
 */
export async function softDeletePerson(tx: Tx, context: SessionContext, userId: string): Promise<void> {
  await lockSignIns(tx, userId);
  await lockBusinessOf(tx, userId);
  const person = orNotFound(await findAccountToDelete(tx, userId));
  if (person.deletedAt !== null) return;
  const refused = deletionBlocker(person);
  assertThat(refused !== 'admin', 'account.is_admin');
  assertThat(refused !== 'owner', 'account.last_owner');
  const withBusiness = deletesBusiness(person);
  await markDeleted(tx, userId, context.now);
  if (withBusiness && person.tenantId) await markTenantDeleted(tx, person.tenantId, context.now);
  await endAllSessions(tx, context, userId, 'deleted');
  const actor = { userId: context.caller.userId, tenantId: person.tenantId };
  await auditPerson(tx, context, actor, 'account.deleted', userId, { withBusiness });
}

/**
 * Removes a person's deletion mark, and that of the business that was marked with them, in a
 * platform transaction.
 */
export async function restorePerson(tx: Tx, context: SessionContext, userId: string): Promise<void> {
  const { tenantId } = orNotFound(await unmarkDeleted(tx, userId));
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, 'account.restored', userId);
}

/**
 * Why an account may not be deleted: the other people of a business need an owner, and super admins
 * stay. Null if it may.
 */
export function deletionBlocker(person: AccountToDelete): 'owner' | 'admin' | null {
  if (person.isAdmin) return 'admin';
  return person.tenantId !== null && person.isOwner && person.otherOwners === 0 && person.otherPeople > 0
    ? 'owner'
    : null;
}

/** Whether the business is deleted with the account: it has no other person. */
export function deletesBusiness(person: AccountToDelete): boolean {
  return person.tenantId !== null && person.otherPeople === 0;
}
