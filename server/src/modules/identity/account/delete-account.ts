import { type DeleteAccount, deletionPhrase, type getAccountDeletion } from '@samay/contract/identity/account';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { clearSessionCookies } from '../session/session-cookies.ts';
import { verifyPassword } from '../session/password.ts';
import { deletesBusiness, softDeletePerson, deletionBlocker } from './soft-delete-person.ts';
import { findAccountToDelete, type AccountToDelete } from './queries.ts';

/** Shows what deleting the caller's account would delete, and which proof it asks for, before the screen asks. */
export async function showDeletion({ dependencies, caller }: SessionContext): Promise<ReplyOf<typeof getAccountDeletion>> {
  const person = orNotFound(await asPlatform(dependencies, (tx) => findAccountToDelete(tx, caller.userId)));
  return {
    proof: person.passwordHash === null ? 'phrase' : 'password',
    refused: deletionBlocker(person),
    withBusiness: deletesBusiness(person),
  };
}

/** Deletes the caller's own account. They confirm with their password, or with the typed phrase if they have no password. */
export async function deleteAccount(context: SessionContext, { body }: { body: DeleteAccount }): Promise<void> {
  const { dependencies, caller } = context;
  const person = orNotFound(await asPlatform(dependencies, (tx) => findAccountToDelete(tx, caller.userId)));
  assertThat(await isConfirmed(person, body), 'account.not_confirmed');
  await asPlatform(dependencies, (tx) => softDeletePerson(tx, context, caller.userId));
  clearSessionCookies(context);
}

async function isConfirmed({ passwordHash }: AccountToDelete, { password, phrase }: DeleteAccount): Promise<boolean> {
  if (passwordHash === null) return phrase?.trim().toLowerCase() === deletionPhrase;
  return password !== undefined && (await verifyPassword(password, passwordHash)).matches;
}
