import { listBookingPapers, makePaper, type PaperProposal } from '@samay/contract/invoicing/papers';
import { listToBill, type ToBill } from '@samay/contract/invoicing/to-bill';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { refreshPapers } from './api.ts';

/** The outcome of the press that bills everything. */
export interface BillingState {
  readonly isRunning: boolean;
  /** The bookings that have been tried, and those that were billed. */
  readonly tried: number;
  readonly made: number;
  /** Why a booking was not billed, by its id. */
  readonly failures: ReadonlyMap<string, string>;
}

const atRest: BillingState = { isRunning: false, tried: 0, made: 0, failures: new Map() };

/**
 * Returns the press that bills everything: the bills, debit notes and refund vouchers of all bookings of the list, one
 * after the other, the vouchers also of those that wait for a credit note first. One that fails does not stop the
 * others. A paper whose reply was lost is not made
 * twice: it is not proposed any more.
 */
export function useBillAll(): { state: BillingState; billAll: () => Promise<void> } {
  const client = useQueryClient();
  const [state, setState] = useState(atRest);

  async function billAll(): Promise<void> {
    const failures = new Map<string, string>();
    const counts = { tried: 0, made: 0 };
    const show = (isRunning: boolean) => setState({ ...counts, isRunning, failures: new Map(failures) });
    show(true);
    let cursor: string | undefined;
    try {
      do {
        const page = await call(listToBill, { query: { ...(cursor && { cursor }) } });
        for (const item of page.items) {
          const outcome = await billOne(item);
          if (outcome === 'none') continue;
          counts.tried += 1;
          if (outcome === 'made') counts.made += 1;
          else failures.set(item.appointmentId, outcome.failure);
          show(true);
        }
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
    } catch (error) {
      failures.set('', errorText(error, 'Failed to load what is to bill'));
    }
    await refreshPapers(client);
    show(false);
  }

  return { state, billAll };
}

/** Whether the papers of a booking were made, or why not; a booking that waits for a credit note may have none. */
type Outcome = 'made' | 'none' | { readonly failure: string };

/** Makes the papers of one booking of the list. */
async function billOne({ appointmentId: id, kind: listed }: ToBill): Promise<Outcome> {
  try {
    const { proposals, missing } = await call(listBookingPapers, { params: { id } });
    const due = papersOfVisit(proposals, listed);
    if (due.length === 0 && listed === 'credit_note') return 'none';
    if (due.length === 0) {
      const isMissing = missing !== null;
      return {
        failure: isMissing ? 'Open it: something is missing in Settings' : 'There is nothing left to bill',
      };
    }
    for (const { kind, total, paymentId, of } of due) {
      const body = { kind, total, ...(paymentId !== null && { paymentId }), ...(of && { ofId: of.id }) };
      await call(makePaper, { params: { id }, body, idempotencyKey: crypto.randomUUID() });
    }
    return 'made';
  } catch (error) {
    return { failure: errorText(error, 'Failed to create the receipt or invoice') };
  }
}

/**
 * Lists what bills a visit: the refund vouchers of its receipt vouchers, then its bill, invoice or debit note; without
 * GST the receipts of its payments. A credit note needs its reason, so that it is made in the details.
 */
function papersOfVisit(proposals: readonly PaperProposal[], listed: ToBill['kind']): PaperProposal[] {
  const refunds = proposals.filter(({ kind, of }) => kind === 'refund_voucher' && of !== null);
  if (listed === 'refund_voucher' || listed === 'credit_note') return refunds;
  const bills = proposals.filter(
    ({ kind }) => kind === 'bill_of_supply' || kind === 'tax_invoice' || kind === 'debit_note',
  );
  return bills.length > 0 ? [...refunds, ...bills] : proposals.filter(({ kind }) => kind === 'receipt');
}
