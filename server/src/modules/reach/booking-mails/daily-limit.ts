import { indiaDate } from '@samay/contract/core/time';
import type { Recipient } from '../../../outbox/mail-counts.ts';
import { emailKey } from '../../identity/index.ts';

/**
 * What an address may still get today (in India) of bookings: `most` from all businesses, and half of them, rounded up, from one, so that no
 * business uses up what another has to tell (decision 0024).
 */
export function allowanceOf(
  { personEmail }: { readonly personEmail: string },
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
