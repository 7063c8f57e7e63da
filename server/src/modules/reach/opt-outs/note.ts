import { run } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { emailKey } from '../../identity/index.ts';
import { insertOptOuts, muteBooking, readContact } from './queries.ts';

/**
 * Notes that a booking's person wants no more notices of the business, by the booking's email and by
 * its number, and by the number from which they said it. From then on none leaves to them. A number that the booking
 * has no more is its own person's alone: it may have been mistyped. A number that a visitor typed and has not
 * proven may be another's, who is not silenced: this booking alone has no reminders. Returns whether any of it was not known yet.
 */
export async function noteOptOut(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  {
    bookingId,
    wording,
    number: said,
  }: { readonly bookingId: string; readonly wording: string; readonly number?: string },
): Promise<boolean> {
  const [contact] = await run(tx, work, readContact({ bookingId }));
  if (said !== undefined && said !== contact?.number) return keepOptOuts(tx, work, [said], wording);
  const { email, isTyped = false } = contact ?? {};
  const number = isTyped ? null : contact?.number;
  if (isTyped) await run(tx, work, muteBooking({ bookingId }));
  const addresses = [
    ...new Set([...(email ? [emailKey(email)] : []), ...(number ? [number] : []), ...(said ? [said] : [])]),
  ];
  return keepOptOuts(tx, work, addresses, wording);
}

/** Keeps opt-outs, and returns whether any of them was not known yet. */
async function keepOptOuts(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  addresses: readonly string[],
  wording: string,
): Promise<boolean> {
  return (await run(tx, work, insertOptOuts({ addresses, wording, now: work.now }))).length > 0;
}
