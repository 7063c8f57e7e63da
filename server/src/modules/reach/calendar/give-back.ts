import type { Tx } from '../../../db/tenant.ts';
import { forgetCalendars, keepRevocations } from './queries.ts';
import { revokeLater } from './revoke.ts';

/** Whose calendars: those that a business follows, or those that belong to an address, whichever business follows them. */
export type CalendarsOf = { readonly tenantId: string } | { readonly emailKey: string };

/**
 * Forgets calendars for good, and has Google take our access back once the transaction has committed; a fault of Google's holds up nothing.
 * On the platform's account, since the business may be gone by then. In a platform transaction.
 */
export async function giveCalendarsBack(tx: Tx, now: Date, of: CalendarsOf): Promise<void> {
  if ('tenantId' in of) await keepRevocations(tx, of.tenantId);
  for (const givenUp of await forgetCalendars(tx, of, now)) await revokeLater(tx, now, givenUp, null);
}
