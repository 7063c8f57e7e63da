import type { getAccountDeletion } from '@samay/contract/identity/account';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { deletesBusiness, refusalOf } from './policy.ts';
import { findStanding } from './queries.ts';

/** Shows what deleting the caller's account would delete, and which proof it asks for, before the screen asks. */
export async function showDeletion({ dependencies, caller }: SessionContext): Promise<ReplyOf<typeof getAccountDeletion>> {
  const person = orNotFound(await asPlatform(dependencies, (tx) => findStanding(tx, caller.userId)));
  return {
    proof: person.passwordHash === null ? 'phrase' : 'password',
    refused: refusalOf(person),
    withBusiness: deletesBusiness(person),
  };
}
