import { paperNames, type PaperProposal } from '@samay/contract/invoicing/papers';
import { formatRupees } from '@samay/contract/core/money';

/** Returns the proposal that one press creates: not a credit note, which needs an amount and a reason. */
export function getFirst(proposals: readonly PaperProposal[]): PaperProposal | undefined {
  const [first] = proposals;
  return first?.kind === 'credit_note' ? undefined : first;
}

/** Names a proposal among others: `Credit note to T/26-27/000001`, `Receipt voucher of ₹500`. */
export function proposalName({ kind, total, of }: PaperProposal): string {
  return (kind === 'credit_note' || kind === 'debit_note') && of
    ? `${paperNames[kind]} to ${of.number}`
    : `${paperNames[kind]} of ${formatRupees(total)}`;
}

export function proposalKey({ kind, total, paymentId, of }: PaperProposal): string {
  return [kind, total, paymentId, of?.id].join(' ');
}
