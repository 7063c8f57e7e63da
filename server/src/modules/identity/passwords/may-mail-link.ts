import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { type Recipient, consumeAllowances } from '../../../outbox/mail-counts.ts';
import { hasLiveLink, lockAddress } from './queries.ts';

interface Asked {
  readonly emailKey: string;
  readonly now: Date;
  /** The kind of link in the letter; undefined for a letter without one. */
  readonly purpose: LinkPurpose | undefined;
  /** It was let through before, and the mail server did not take it. */
  readonly isRetried: boolean;
}

/**
 * Counts a letter that anybody may have asked for; undefined where it is not to be sent. Beyond `most` an hour, one is sent all the same when
 * no earlier link works any more: who keeps asking for another's address can neither fill their inbox nor keep them out (decision 0024).
 */
export async function takeLink(tx: Tx, { emailKey, now, purpose, isRetried }: Asked, most: number): Promise<Recipient | undefined> {
  const recipient = { emailKey, allowances: [{ scope: 'link', period: now.toISOString().slice(0, 13), most }] };
  await lockAddress(tx, emailKey);
  if (await consumeAllowances(tx, recipient, now)) return recipient;
  const isLockedOut = purpose !== undefined && !(await hasLiveLink(tx, { emailKey, purpose, now }));
  return isLockedOut || isRetried ? { emailKey, allowances: [] } : undefined;
}

/** Counts an invitation's letter, of whichever business; undefined where the address has had its letters of the day (in India). */
export async function takeInvitation(
  tx: Tx,
  { emailKey, now }: Pick<Asked, 'emailKey' | 'now'>,
  most: number,
): Promise<Recipient | undefined> {
  const recipient = { emailKey, allowances: [{ scope: 'invitation', period: indiaDate(now), most }] };
  return (await consumeAllowances(tx, recipient, now)) ? recipient : undefined;
}
