import { formatRupees } from '@samay/contract/core/money';
import type { QueryClient } from '@tanstack/react-query';
import { bookingMoney } from '../payment/money-api.ts';

/**
 * Returns the sentence about the money of a booking that was given back; empty if none was, or if
 * it cannot be loaded.
 */
export async function givenBackText(client: QueryClient, id: string): Promise<string> {
  const money = await client.fetchQuery({ ...bookingMoney(id), staleTime: 0 }).catch(() => undefined);
  const refunds = money?.rows.filter(({ kind }) => kind === 'refund') ?? [];
  const paise = refunds.reduce((sum, row) => sum - row.paise, 0);
  const pending = (money?.onlineRefunds ?? []).reduce((sum, row) => sum + row.paise, 0);
  const given = paise === 0 ? '' : `. ${formatRupees(paise)} that was given back stays given back.`;
  return pending === 0 ? given : `${given || '.'} ${formatRupees(pending)} still goes back online.`;
}
