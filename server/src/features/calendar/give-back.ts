import type { Tx } from '../../db/tenant.ts';
import { effectLater } from '../../outbox/effect-later.ts';
import { forgetCalendars, keepRevocations } from './queries.ts';

/** Whose calendars: those that a business follows, or those that belong to an address, whichever business follows them. */
export type CalendarsOf = { readonly tenantId: string } | { readonly emailKey: string };

/**
 * Forgets calendars for good, and has Google take our access back once the transaction has committed; a fault of Google's holds up nothing.
 * On the platform's account, since the business may be gone by then. In a platform transaction.
 */
export async function giveCalendarsBack(tx: Tx, now: Date, of: CalendarsOf): Promise<void> {
  if ('tenantId' in of) await keepRevocations(tx, of.tenantId);
  for (const { tenantId, sealed } of await forgetCalendars(tx, of, now)) {
    const payload = { tenantId, sealed: sealed.toString('base64') };
    await effectLater(tx, now, { tenantId: null, kind: 'calendar.revoke', subject: 'erased', payload });
  }
}
