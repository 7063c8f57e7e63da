import type { GoogleLink } from '@samay/contract/identity/google-sign-in';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { findLink } from './queries.ts';

/** Shows whether the caller's account is linked to Google, and whether it may be unlinked. */
export async function showLink({ dependencies, caller }: SessionContext): Promise<GoogleLink> {
  const { since, hasPassword } = orNotFound(await asPlatform(dependencies, (tx) => findLink(tx, caller.userId)));
  return { since: since?.toISOString() ?? null, mayUnlink: since !== null && hasPassword };
}
