import {
  type DeleteAccount,
  deletionPhrase,
  type getAccountDeletion,
} from '@samay/contract/identity/account';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { clearSessionCookies } from '../session/session-cookies.ts';
import { verifyPassword } from '../session/password.ts';
import { deletesBusiness, softDeletePerson, deletionBlocker } from './soft-delete-person.ts';
import { type AccountToDelete, readAccountToDelete } from './queries.ts';

/**
 * Shows what deleting the caller's account would delete, and which proof it asks for, before the
 * screen asks.
 */
export async function showDeletion(context: SessionContext): Promise<ReplyOf<typeof getAccountDeletion>> {
  const person = await readAccount(context);
  return {
    proof: person.passwordHash === null ? 'phrase' : 'password',
    refused: deletionBlocker(person),
    withBusiness: deletesBusiness(person),
  };
}

/**
 * Deletes the caller's own account. They confirm with their password, or with the typed phrase if
 * they have no password.
 */
export async function deleteAccount(
  context: SessionContext,
  { body }: { body: DeleteAccount },
): Promise<void> {
  const { dependencies, caller } = context;
  const person = await readAccount(context);
  assertThat(await isConfirmed(person, body), 'account.not_confirmed');
  await asPlatform(dependencies, (tx) => softDeletePerson(tx, context, caller.userId));
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
