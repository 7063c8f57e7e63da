import type { Profile } from '@samay/contract/identity/profile';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditCaller } from '../../audit/index.ts';
import { renamePerson } from '../people/queries.ts';

/** Changes the caller's own name. The audit row has neither the old nor the new one. */
export async function changeProfile(
  context: SessionContext,
  { body: { name } }: { body: Profile },
): Promise<Profile> {
  const { userId } = context.caller;
  await asPlatform(context.dependencies, async (tx) => {
    await renamePerson(tx, userId, name);
    await auditCaller(tx, context, 'profile.changed', userId);
  });
  return { name };
}
