import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { type Recipient, consumeAllowances } from '../../../outbox/mail-counts.ts';
import { hasLiveLink, lockAddress } from './queries.ts';

interface LinkMail {
  readonly emailKey: string;
  readonly now: Date;
  /** Undefined for an email without a link. */
  readonly purpose: LinkPurpose | undefined;
  /** Counted before, but not accepted by the mail server. */
  readonly isRetried: boolean;
}

/**
 * Counts an email that anybody can request; returns undefined if it may not be sent. Beyond `most`
 * an hour, one is still sent when no earlier link works: requests for somebody else's address can
 * neither fill their inbox nor lock them out (decision 0024).
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
 * Counts the email of an invitation, over all businesses; returns undefined beyond the limit of a
 * day in India.
 */
export async function takeInvitation(
  tx: Tx,
  { emailKey, now }: Pick<LinkMail, 'emailKey' | 'now'>,
  most: number,
): Promise<Recipient | undefined> {
  const recipient = { emailKey, allowances: [{ scope: 'invitation', period: indiaDate(now), most }] };
  return (await consumeAllowances(tx, recipient, now)) ? recipient : undefined;
}
