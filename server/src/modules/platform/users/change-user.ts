import type { PlatformUser } from '@samay/contract/platform/users';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { endAllSessions } from '../../identity/index.ts';
import { fetchUser } from './fetch-user.ts';
import { note } from '../access/audit-platform.ts';

/** Signs a person out on all their devices, from their next request on. One's own sessions are ended on Settings. */
export async function endUserSessions(context: SessionContext, { params: { id } }: { params: { id: string } }): Promise<PlatformUser> {
  assertThat(id !== context.caller.userId, 'account.is_admin');
  return asPlatform(context.dependencies, async (tx) => {
    const person = await fetchUser(tx, context, id);
    const ended = await endAllSessions(tx, context, id, 'ended_elsewhere');
    await note(tx, context, { action: 'person.signed_out', tenantId: person.tenant?.id ?? null, object: id, detail: { ended } });
    return fetchUser(tx, context, id);
  });
}
