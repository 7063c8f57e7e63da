import {
  type DeleteAccount,
  deletionPhrase,
  type getAccountDeletion,
} from '@samay/contract/identity/account';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { lockSignIns } from '../people/queries.ts';
import { keepBookName } from '../people/book-name-queries.ts';
import { endAllSessions } from '../session/end-session.ts';
import { verifyPassword } from '../session/password.ts';
import { clearSessionCookies } from '../session/session-cookies.ts';
import {
  type AccountToDelete,
  lockBusinessForUser,
  markDeleted,
  markTenantDeleted,
  readAccountToDelete,
  unmarkDeleted,
} from './queries.ts';

/** Shows what the deletion of the caller's account would delete, and the required proof. */
export async function showDeletion(context: SessionContext): Promise<ReplyOf<typeof getAccountDeletion>> {
  const person = await readAccount(context);
  return {
    proof: person.passwordHash === null ? 'phrase' : 'password',
    refused: deletionBlocker(person),
    withBusiness: deletesBusiness(person),
  };
}

/** Deletes the caller's own account, confirmed by the password or, without one, the typed phrase. */
export async function deleteAccount(
  context: SessionContext,
  { body }: { body: DeleteAccount },
): Promise<void> {
  const person = await readAccount(context);
  assertThat(await isConfirmed(person, body), 'account.not_confirmed');
  await asPlatform(context.dependencies, (tx) => softDeletePerson(tx, context, context.caller.userId));
  clearSessionCookies(context);
}

async function readAccount({ dependencies, caller }: SessionContext): Promise<AccountToDelete> {
  const { found } = await readInOneMessageAsPlatform(dependencies, {
    found: readAccountToDelete({ userId: caller.userId }),
  });
  return orNotFound(found[0]);
}

async function isConfirmed(
  { passwordHash }: AccountToDelete,
  { password, phrase }: DeleteAccount,
): Promise<boolean> {
  if (passwordHash === null) return phrase?.trim().toLowerCase() === deletionPhrase;
  return password !== undefined && (await verifyPassword(password, passwordHash)).matches;
}

/**
 * Marks a person, and a business without other members, as deleted: hidden and signed out
 * everywhere now, erased after 30 days. @throws `account.last_owner` for the only owner of a
 * business with others, also for one of two who leave concurrently; `account.is_admin`.
 */
export async function softDeletePerson(tx: Tx, context: SessionContext, userId: string): Promise<void> {
  await lockSignIns(tx, userId);
  await run(tx, platform, lockBusinessForUser({ userId }));
  const [found] = await run(tx, platform, readAccountToDelete({ userId }));
  const person = orNotFound(found);
  if (person.deletedAt !== null) return;
  const refused = deletionBlocker(person);
  assertThat(refused !== 'admin', 'account.is_admin');
  assertThat(refused !== 'owner', 'account.last_owner');
  const withBusiness = deletesBusiness(person);
  await markDeleted(tx, userId, context.now);
  if (withBusiness && person.tenantId)
    await run(tx, platform, markTenantDeleted(person.tenantId, context.now));
  if (!withBusiness && person.tenantId)
    await run(tx, { tenantId: person.tenantId }, keepBookName({ userId, at: context.now }));
  await endAllSessions(tx, context, userId, 'deleted');
  const actor = { userId: context.caller.userId, tenantId: person.tenantId };
  await auditPerson(tx, context, actor, 'account.deleted', userId, { withBusiness });
}

export async function restorePerson(tx: Tx, context: SessionContext, userId: string): Promise<void> {
  const { tenantId } = orNotFound(await unmarkDeleted(tx, userId));
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, 'account.restored', userId);
}

/** Returns why an account may not be deleted: others need an owner, and super admins stay. */
function deletionBlocker(person: AccountToDelete): 'owner' | 'admin' | null {
  if (person.isAdmin) return 'admin';
  return person.tenantId !== null && person.isOwner && person.otherOwners === 0 && person.otherPeople > 0
    ? 'owner'
    : null;
}

function deletesBusiness(person: AccountToDelete): boolean {
  return person.tenantId !== null && person.otherPeople === 0;
}
