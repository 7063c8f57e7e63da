import type { PlatformUser } from '@samay/contract/platform/users';
import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { presentUser } from './present-user.ts';
import { findUserRow } from './user-queries.ts';

/** The person as the list shows them now, without the name of who is of a business; or `not_found`. */
export async function fetchUser(tx: Tx, { caller, now }: SessionContext, id: string): Promise<PlatformUser> {
  return presentUser(orNotFound(await findUserRow(tx, id, now)), { caller, hasReason: false });
}
