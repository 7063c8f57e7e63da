import { indiaDate } from '@samay/contract/core/time';
import type { Recipient } from '../../../outbox/mail-counts.ts';
import { emailKey } from '../../identity/index.ts';

/**
 * The limits of mails about bookings that one address may get in a day (in India): `most` from all
 * businesses, and half of that, rounded up, from one business, so that no business uses up the
 * others' share (decision 0024).
 */
export function dailyLimitOf(
  personEmail: string,
  tenantId: string,
  { now, most }: { readonly now: Date; readonly most: number },
): Recipient {
  const period = indiaDate(now);
  return {
    emailKey: emailKey(personEmail),
    allowances: [
      { scope: `booking ${tenantId}`, period, most: Math.ceil(most / 2) },
      { scope: 'booking', period, most },
    ],
  };
}
