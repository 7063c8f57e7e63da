import type { MailedLink, openMailedLink } from '@samay/contract/identity/passwords';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { endAllSessions } from '../session/end-session.ts';
import { hashPassword } from '../session/password.ts';
import type { Admission } from '../people/admission.ts';
import { lockSignIns, replacePasswordHash } from '../people/queries.ts';
import { getKey } from './policy.ts';
import { lockAddress, readLink, spendLink, spendOthers } from './queries.ts';
import { admit } from './admit.ts';

/** Reads a mailed link without using it. @throws `link.unknown` if it no longer works. */
export async function openLink(
  { dependencies, now }: PublicContext,
  { link }: { link: MailedLink },
): Promise<ReplyOf<typeof openMailedLink>> {
  const [found] = await asPlatform(dependencies, (tx) =>
    run(tx, platform, readLink({ ...getKey(link), now })),
  );
  const { email, purpose } = orNotFound(found, 'link.unknown');
  return { email, purpose };
}

/**
 * Sets a password with a mailed link, once, and ends the person's sessions (P-2.33). A sign-up
 * creates its business and an invitation is accepted in the same transaction. @throws `link.spent`;
 * the errors of `admit`.
 */
export async function setPasswordByLink(
  context: PublicContext,
  { link, password }: { link: MailedLink; password: string },
  admission: Admission,
): Promise<void> {
  const { now, dependencies } = context;
  // Checked first, so that a request without a link does not cost a hash.
  const reading = readLink({ ...getKey(link), now });
  const [found] = await asPlatform(dependencies, (tx) => run(tx, platform, reading));
  const { email_key: emailKey } = orNotFound(found, 'link.spent');
  const hash = await hashPassword(password);
  await asPlatform(dependencies, async (tx) => {
    const { links } = await runTogether(tx, platform, { locked: lockAddress(emailKey), links: reading });
    const spent = orNotFound(links[0], 'link.spent');
    assertThat((await run(tx, platform, spendLink({ id: spent.id, now }))).length > 0, 'link.spent');
    const person = await admit({ tx, context, admission }, spent);
    await lockSignIns(tx, person.userId);
    await run(tx, platform, replacePasswordHash(person.userId, hash));
    await run(tx, platform, spendOthers({ ...spent, now }));
    await endAllSessions(tx, context, person.userId, 'password_changed');
    await auditPerson(tx, context, person, 'password.set', person.userId, { by: spent.purpose });
  });
}
