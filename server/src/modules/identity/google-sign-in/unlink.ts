import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { deleteIdentities, findLink } from './queries.ts';

/**
 * Unlinks the caller's account from Google and tells them by letter, in case it was not they. Unlinking what is not linked is no fault.
 * Their sessions go on. Refuses with `account.only_google` whoever has no password. A later sign-in with Google links anew, by the address.
 */
export async function unlinkGoogle(context: SessionContext): Promise<void> {
  const { dependencies, caller, now } = context;
  const { userId, email, tenant } = caller;
  await asPlatform(dependencies, async (tx) => {
    // A password, once set, is only ever replaced: it need not be held until the end of the transaction.
    const { since, hasPassword } = orNotFound(await findLink(tx, userId));
    if (since === null) return;
    assertThat(hasPassword, 'account.only_google');
    await deleteIdentities(tx, userId);
    await auditPerson(tx, context, { userId, tenantId: tenant?.id ?? null }, 'identity.unlinked', userId);
    await enqueueMail(tx, now, { tenantId: null, to: email, subject, text: letter(dependencies.settings.publicUrl) });
  });
}

const subject = 'Google was unlinked from your Samay account';

function letter(publicUrl: string): string {
  return `From now on your password is the way in. Signing in with Google again links the account anew.

If it was you, there is nothing to do. If it was not, set a new password with "Forgot your password?" and look at your sessions on Settings:

${publicUrl}/login`;
}
