import type { MailedLink } from '@samay/contract/identity/passwords';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { endAllSessions } from '../session/end-session.ts';
import { hashPassword } from '../session/password.ts';
import { admit } from './admit.ts';
import { keyOf } from './policy.ts';
import { findLink, lockAddress, replacePasswordHash, spendLink, spendOthers } from './queries.ts';

/**
 * Sets a person's password by a mailed link, once however many try, and ends every session of theirs (reliability.md A12). A link for a new
 * business makes it, an invitation is accepted, in the same transaction. Refuses with `link.spent` a link that does not work any more.
 */
export async function setPasswordByLink(context: PublicContext, { link, password }: { link: MailedLink; password: string }): Promise<void> {
  const { now, dependencies } = context;
  // Asked before the hash is made: whoever has no link must not cost one.
  const { email_key: emailKey } = orNotFound(await asPlatform(dependencies, (tx) => findLink(tx, keyOf(link), now)), 'link.spent');
  const hash = await hashPassword(password);
  await asPlatform(dependencies, async (tx) => {
    await lockAddress(tx, emailKey);
    const spent = orNotFound(await findLink(tx, keyOf(link), now), 'link.spent');
    assertThat(await spendLink(tx, spent.id, now), 'link.spent');
    const person = await admit(tx, context, spent);
    await replacePasswordHash(tx, person.userId, hash);
    await spendOthers(tx, spent, now);
    await endAllSessions(tx, context, person.userId, 'password_changed');
    await auditPerson(tx, context, person, 'password.set', person.userId, { by: spent.purpose });
  });
}
