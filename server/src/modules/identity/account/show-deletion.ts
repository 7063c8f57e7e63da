import type { getAccountDeletion } from '@samay/contract/identity/account';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { refusalOf, takesBusiness } from './policy.ts';
import { findStanding } from './queries.ts';

/** What deleting the own account takes, so that the screen can say it before it asks. */
export async function showDeletion({ dependencies, caller }: SessionContext): Promise<ReplyOf<typeof getAccountDeletion>> {
  const person = orNotFound(await asPlatform(dependencies, (tx) => findStanding(tx, caller.userId)));
  return {
    proof: person.passwordHash === null ? 'phrase' : 'password',
    refused: refusalOf(person),
    withBusiness: takesBusiness(person),
  };
}
