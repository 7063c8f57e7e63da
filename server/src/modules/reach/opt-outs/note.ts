import { run, writeTogether } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { emailKey } from '../../identity/index.ts';
import { insertOptOut, readContact } from './queries.ts';

/**
 * Notes that a booking's person wants no more notices of the business, by the booking's email and by
 * its number. From then on none leaves to them.
 */
export async function noteOptOut(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  { bookingId, wording }: { readonly bookingId: string; readonly wording: string },
): Promise<void> {
  const [contact] = await run(tx, work, readContact({ bookingId }));
  const { email, number } = contact ?? {};
  const addresses = [...(email ? [emailKey(email)] : []), ...(number ? [number] : [])];
  const noted = addresses.map((address) => insertOptOut({ address, wording, now: work.now }));
  if (noted.length > 0) await writeTogether(tx, work, noted);
}
