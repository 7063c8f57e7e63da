import type { ClosedPeriod } from '@samay/contract/ledger/closes';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate, indiaDate } from '@samay/contract/core/time';
import { moveNames, recipientName } from '../wording.ts';

interface Line {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** Returns what was taken until a close, by method. */
export function takenLines({ methods }: ClosedPeriod): readonly Line[] {
  return methods.map(({ method, total }) => ({ key: method, name: method, text: formatRupees(total) }));
}

/** Returns the petty cash of a closed period and its cash in and out, a row each. */
export function pettyLines({ expenseRows, moves }: ClosedPeriod): readonly Line[] {
  return [
    ...expenseRows.map(({ id, reason, paise }) => ({ key: id, name: reason, text: formatRupees(paise) })),
    ...moves.map(({ id, kind, reason, paise }) => ({
      key: id,
      name: `${moveNames[kind]}: ${reason}`,
      text: formatRupees(paise),
    })),
  ];
}

/** Returns what was corrected later, a row each. */
export function correctionLines({ corrections }: ClosedPeriod): readonly Line[] {
  return corrections.map(({ id, method, paise, reason, at }) => ({
    key: id,
    name: [method ?? 'No method', formatDate(indiaDate(new Date(at))), reason].join(' · '),
    text: formatRupees(paise),
  }));
}

/** Returns the cash of a closed period, from its opening to what was handed over. */
export function cashLines({
  opening,
  expected,
  counted,
  handedOver,
  handedTo,
}: ClosedPeriod): readonly Line[] {
  return [
    { name: 'Opening', paise: opening },
    { name: 'Expected', paise: expected },
    { name: 'Counted', paise: counted },
    { name: handedTo ? `Handed over to ${recipientName(handedTo)}` : 'Handed over', paise: handedOver },
  ].map(({ name, paise }) => ({ key: name, name, text: formatRupees(paise) }));
}
