import type { GoogleLink } from '@samay/contract/identity/google-sign-in';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { found } from '../../../core/app-error.ts';
import { findLink } from './queries.ts';

/** Whether the caller's account is linked to Google, and may be without it. */
export async function showLink({ parts, caller }: SessionContext): Promise<GoogleLink> {
  const { since, hasPassword } = found(await asPlatform(parts, (tx) => findLink(tx, caller.userId)));
  return { since: since?.toISOString() ?? null, mayUnlink: since !== null && hasPassword };
}
