import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { indiaDate } from '@samay/contract/core/time';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { type Recipient, consumeAllowances } from '../../../outbox/mail-counts.ts';
import { hasLiveLink, lockAddress } from './queries.ts';

const hourSeconds = 3600;

/**
 * Limits the requests for mailed links from one network address within an hour (reliability.md
 * 5.4). The emails to one recipient are limited when they are sent, without an error: a refusal
 * here would let anybody keep the owner of an address from asking.
 */
export class LinkLimits {
  readonly #addresses: SharedLimiter;

  constructor(dependencies: Pick<Dependencies, 'database' | 'log' | 'metrics' | 'settings'>) {
    const points = dependencies.settings.limits.linksPerAddress;
    this.#addresses = new SharedLimiter(
      { name: 'links_address', points, seconds: hourSeconds },
      dependencies,
    );
  }

  /** Counts one request. @throws `request.too_many`. */
  async count(ip: string): Promise<void> {
    await this.#addresses.take(addressKey(ip));
  }
}

interface LinkMail {
  readonly emailKey: string;
  readonly now: Date;
  /** The kind of link in the email; undefined for an email without one. */
  readonly purpose: LinkPurpose | undefined;
  /** It was counted before, and the mail server did not accept it. */
  readonly isRetried: boolean;
}

/**
 * Counts an email that anybody can request; undefined if it may not be sent. Beyond `most` an hour,
 * one is still sent when no earlier link works any more: requests for somebody else's address can
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
 * Counts the email of an invitation, over all businesses; undefined if the address has reached its
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
