import type { PlatformUser } from '@samay/contract/platform/users';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { hidePerson } from '../../identity/index.ts';
import { fetchUser } from './fetch-user.ts';

/** Hides a person and signs them out at once; they are erased after 30 days. The only owner of others is refused, and a super admin. */
export async function deleteUser(context: SessionContext, { params: { id } }: { params: { id: string } }): Promise<PlatformUser> {
  return asPlatform(context.dependencies, async (tx) => {
    await hidePerson(tx, context, id);
    return fetchUser(tx, context, id);
  });
}
