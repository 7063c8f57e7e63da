import type { MailedLink, openMailedLink } from '@samay/contract/identity/passwords';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { keyOf } from './policy.ts';
import { findLink } from './queries.ts';

/** Returns the address and purpose of a mailed link without using it. @throws `link.unknown` if it was used, has expired or does not exist. */
export async function openLink(
  { dependencies, now }: PublicContext,
  { link }: { link: MailedLink },
): Promise<ReplyOf<typeof openMailedLink>> {
  const { email, purpose } = orNotFound(await asPlatform(dependencies, (tx) => findLink(tx, keyOf(link), now)), 'link.unknown');
  return { email, purpose };
}
