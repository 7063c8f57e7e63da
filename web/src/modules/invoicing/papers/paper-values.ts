import { Gstin, plainGstin } from '@samay/contract/invoicing/gst';
import { isAddressed, type PaperProposal } from '@samay/contract/invoicing/papers';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { chosenLine } from '../../bookings/credit-line-choice.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import type { PaperWish } from './use-make-paper.ts';

/** The values of the form of a paper as its fields hold them. */
export interface PaperValues {
  readonly amount: string;
  readonly reason: string;
  /** The key of the line that a credit note lowers; empty for the usual ones. */
  readonly line: string;
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}

export type PaperErrors = Partial<Record<keyof PaperValues, string>>;

/** The fields of the two forms by the names that the server has for them. */
const creditFields: Readonly<Record<string, keyof PaperValues>> = { total: 'amount', reason: 'reason' };
const recipientFields: Readonly<Record<string, keyof PaperValues>> = {
  recipientName: 'name',
  recipientAddress: 'address',
  recipientGstin: 'gstin',
};

export function paperErrors(proposal: PaperProposal, values: PaperValues): PaperErrors {
  return proposal.kind === 'credit_note' ? creditErrors(proposal, values) : recipientErrors(proposal, values);
}

/** Returns the errors that the server names, by the fields that the form has. */
export function serverErrors({ kind }: PaperProposal, { fields = {} }: ApiError): PaperErrors {
  const shown = kind === 'credit_note' ? creditFields : recipientFields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, error]) => {
      const field = shown[name];
      return field ? [[field, error]] : [];
    }),
  );
}

/** Returns the proposal with the values of its form. */
export function buildWish(proposal: PaperProposal, values: PaperValues): PaperWish {
  if (proposal.kind === 'credit_note') {
    const line = chosenLine(proposal.lines, values.line);
    return {
      proposal,
      amount: parseRupees(values.amount) ?? 0,
      reason: values.reason.trim(),
      ...(line && { line: { charge: line.charge } }),
    };
  }
  const { name, address, gstin } = values;
  return {
    proposal,
    recipient: {
      name: name.trim(),
      address: address.trim() || null,
      gstin: plainGstin(gstin) || null,
    },
  };
}

function creditErrors(proposal: PaperProposal, { amount, reason, line }: PaperValues): PaperErrors {
  const total = mostCredited(proposal, line);
  const paise = parseRupees(amount);
  const most = `Please enter an amount from ₹0.01 to ${formatRupees(total)}`;
  return {
    ...((paise === null || !(paise > 0 && paise <= total)) && { amount: most }),
    ...(reason.trim() === '' && { reason: 'Please enter a reason' }),
  };
}

/** Returns the most by which a credit note lowers its bill, or the chosen line of it. */
export function mostCredited({ total, lines }: PaperProposal, line: string): number {
  return Math.min(total, chosenLine(lines, line)?.left ?? total);
}

function recipientErrors(proposal: PaperProposal, { name, address, gstin }: PaperValues): PaperErrors {
  const wrong = gstin.trim() === '' ? undefined : Gstin.safeParse(gstin).error?.issues[0]?.message;
  return {
    ...(name.trim() === '' && { name: 'Please enter a name' }),
    ...(isAddressed(proposal, plainGstin(gstin) || null) &&
      address.trim() === '' && {
        address: 'From ₹50,000, or with a GSTIN, the address of the recipient is needed.',
      }),
    ...(wrong !== undefined && { gstin: wrong }),
  };
}
