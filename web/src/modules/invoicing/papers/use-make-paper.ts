import { makePaper, type Paper, paperNames, type PaperProposal } from '@samay/contract/invoicing/papers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useRequestKey } from '../../../lib/api/use-request-key.ts';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { keepPaper, refreshPapers } from './api.ts';

/** A proposal with what the user typed for it. */
export interface PaperWish {
  readonly proposal: PaperProposal;
  /** The amount of a credit note, in paise. */
  readonly amount?: number;
  readonly reason?: string;
  /** The line that a credit note lowers. */
  readonly line?: { readonly charge: string | null };
  readonly recipient?: {
    readonly name: string;
    readonly address: string | null;
    readonly gstin: string | null;
  };
}

/** Returns the request that creates a paper of a booking. A repeated press creates no second one. */
export function useMakePaper(appointmentId: string, onMade: (paper: Paper) => void) {
  const client = useQueryClient();
  const { key, handleError } = useRequestKey();
  return useMutation({
    mutationFn: (wish: PaperWish) =>
      call(makePaper, { params: { id: appointmentId }, body: getBody(wish), idempotencyKey: key }),
    onSuccess: (paper) => {
      keepPaper(client, paper);
      toastDone(`${paperNames[paper.kind]} ${paper.number} created`);
      onMade(paper);
    },
    onError: (error) => {
      handleError(error);
      // The refusal may say that the money has changed: what can be created is read again.
      void refreshPapers(client);
    },
  });
}

function getBody({ proposal, amount, reason, line, recipient }: PaperWish) {
  const { kind, total, paymentId, of } = proposal;
  return {
    kind,
    total: amount ?? total,
    ...(paymentId !== null && { paymentId }),
    ...(of && { ofId: of.id }),
    ...(reason !== undefined && { reason }),
    ...(line && { line }),
    ...(recipient && {
      recipientName: recipient.name,
      recipientAddress: recipient.address,
      recipientGstin: recipient.gstin,
    }),
  };
}
