import { type DeleteAccount, deletionPhrase } from '@samay/contract/identity/account';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { clearSessionCookies } from '../session/session-cookies.ts';
import { verifyPassword } from '../session/password.ts';
import { hidePerson } from './hide-person.ts';
import { findStanding, type Standing } from './queries.ts';

/** Deletes the caller's own account. They confirm with their password, or with the typed phrase if they have no password. */
export async function deleteAccount(context: SessionContext, { body }: { body: DeleteAccount }): Promise<void> {
  const { dependencies, caller } = context;
  const person = orNotFound(await asPlatform(dependencies, (tx) => findStanding(tx, caller.userId)));
  assertThat(await isConfirmed(person, body), 'account.not_confirmed');
  await asPlatform(dependencies, (tx) => hidePerson(tx, context, caller.userId));
  clearSessionCookies(context);
}

async function isConfirmed({ passwordHash }: Standing, { password, phrase }: DeleteAccount): Promise<boolean> {
  if (passwordHash === null) return phrase?.trim().toLowerCase() === deletionPhrase;
  return password !== undefined && (await verifyPassword(password, passwordHash)).matches;
}
