import type { PlatformUser } from '@samay/contract/platform/users';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { restorePerson } from '../../identity/index.ts';
import { fetchUser } from './fetch-user.ts';

/** Takes a person's deletion back: they can sign in again and belong where they belonged. */
export async function restoreUser(context: SessionContext, { params: { id } }: { params: { id: string } }): Promise<PlatformUser> {
  return asPlatform(context.dependencies, async (tx) => {
    await restorePerson(tx, context, id);
    return fetchUser(tx, context, id);
  });
}
