import { indiaDate } from '@samay/contract/core/time';
import type { Recipient } from '../../../outbox/mail-counts.ts';
import { emailKey } from '../../identity/index.ts';

/**
 * Limits mails about bookings to one address in a day in India: `most` from all businesses, and
 * half of them from one, so that none uses up the others' share (decision 0024).
 */
export function limitDaily(
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
