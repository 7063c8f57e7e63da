import type { BusinessContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { makeRefund, type NewPayment, remainingPaise } from '../../ledger/index.ts';
import { listKeptOf, lockAdvancesOf, readAdvanceRows } from '../money/queries.ts';

interface Given {
  /** The row of money of the payment. */
  readonly ofId: string;
  /** The most that is taken, in paise. */
  readonly most: number;
  readonly reason: string;
  /** The provider's id of the refund. */
  readonly reference: string;
}

/**
 * Returns the refunds of the advances that a payment's money became, of what is not spent: through the provider, from
 * no drawer and by no user. It locks these advances.
 */
export async function makeRefundsOfAdvance(
  tx: Tx,
  context: BusinessContext,
  { ofId, most, reason, reference }: Given,
): Promise<NewPayment[]> {
  const kept = most > 0 ? await run(tx, context, listKeptOf({ ofId })) : [];
  if (kept.length === 0) return [];
  const ids = [...new Set(kept.map(({ patient_id: id }) => id))];
  const advances = await run(tx, context, lockAdvancesOf({ ids }));
  const unspent = new Map(advances.map(({ id, advance_paise: paise }) => [id, paise]));
  const rows = await run(tx, context, readAdvanceRows({ ids }));
  const refunds: NewPayment[] = [];
  let wanted = most;
  for (const { id, patient_id: patientId } of kept) {
    const row = rows.find((one) => one.id === id);
    const left = unspent.get(patientId) ?? 0;
    const paise = row ? Math.min(wanted, remainingPaise(row, rows), left) : 0;
    if (!row || paise <= 0) continue;
    const refund = makeRefund(
      row,
      { paise, method: 'Online', reference, reason },
      { by: null, at: context.now },
    );
    refunds.push({ ...refund, source: 'online' });
    unspent.set(patientId, left - paise);
    wanted -= paise;
  }
  return refunds;
}
