import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { type Recipient, consumeAllowances } from '../../../outbox/mail-counts.ts';
import { hasLiveLink, lockAddress } from './queries.ts';

interface LinkMail {
  readonly emailKey: string;
  readonly now: Date;
  /** The kind of link in the email; undefined for an email without one. */
  readonly purpose: LinkPurpose | undefined;
  /** It was counted before, and the mail server did not accept it. */
  readonly isRetried: boolean;
}

/**
 * Counts an email that anybody can request; returns undefined if it may not be sent. Beyond `most`
 * an hour, one is still sent when no earlier link works any more: requests for somebody else's
 * address can neither fill their inbox nor lock them out (decision 0024). Such a request is refused
 * here, without an error: a refusal of the request would keep the owner of the address from asking.
 */
export async function takeLink(
  tx: Tx,
  { emailKey, now, purpose, isRetried }: LinkMail,
  most: number,
): Promise<Recipient | undefined> {
  const recipient = {
    emailKey,
    allowances: [{ scope: 'link', period: now.toISOString().slice(0, 13), most }],
  };
  await lockAddress(tx, emailKey);
  if (await consumeAllowances(tx, recipient, now)) return recipient;
  const isLockedOut = purpose !== undefined && !(await hasLiveLink(tx, { emailKey, purpose, now }));
  return isLockedOut || isRetried ? { emailKey, allowances: [] } : undefined;
}

/**
 * Counts the email of an invitation, over all businesses; returns undefined beyond the address's
 * limit of the day in India.
 */
export async function takeInvitation(
  tx: Tx,
  { emailKey, now }: Pick<LinkMail, 'emailKey' | 'now'>,
  most: number,
): Promise<Recipient | undefined> {
  const recipient = { emailKey, allowances: [{ scope: 'invitation', period: indiaDate(now), most }] };
  return (await consumeAllowances(tx, recipient, now)) ? recipient : undefined;
}
