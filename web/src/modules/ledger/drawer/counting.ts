import { type CountedNotes, denominations } from '@samay/contract/ledger/drawers';
import { CashPaise } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import { formatRupees } from '@samay/contract/core/money';
import { parseWhole } from '@samay/contract/core/typed/numbers';

/** The typed number of notes or coins of each denomination. */
export type TypedNotes = Readonly<Record<string, string>>;

/** The values of the form that closes a drawer, as typed. */
export interface CountValues {
  readonly counted: string;
  /** Null if the sum itself is typed. */
  readonly notes: TypedNotes | null;
  readonly note: string;
  readonly handedOver: string;
}

export const nothingCounted: CountValues = { counted: '', notes: null, note: '', handedOver: '' };

export type CountErrors = Partial<Record<'counted' | 'note' | 'handedOver', string>>;

const mostNotes = 100_000;

/** Reads the number of a note; NaN for any text that is no number of notes. */
export function getCount(typed: string): number {
  const count = parseWhole(typed) ?? 0;
  return count <= mostNotes ? count : Number.NaN;
}

/** Returns the counted cash in paise; null while nothing is counted, NaN for an invalid amount. */
export function countedCash({ counted, notes }: CountValues): number | null {
  if (notes === null) return parseRupees(counted);
  const isEmpty = denominations.every((rupees) => (notes[rupees] ?? '').trim() === '');
  if (isEmpty) return null;
  return denominations.reduce((sum, rupees) => sum + getCount(notes[rupees] ?? '') * rupees * 100, 0);
}

/**
 * Returns the errors by field; empty if the drawer can be closed, or counted where `expected` is null.
 */
export function countErrors(values: CountValues, expected: number | null): CountErrors {
  const counted = countedCash(values);
  if (counted === null) return { counted: 'Please enter the cash that you counted' };
  const wrong = amountError(counted);
  if (wrong !== undefined) return { counted: wrong };
  if (expected === null) return {};
  const handedOver = parseRupees(values.handedOver) ?? 0;
  const more = handedOver > counted ? `Please enter at most ${formatRupees(counted)}` : undefined;
  const wrongHandedOver = amountError(handedOver) ?? more;
  return {
    ...(wrongHandedOver !== undefined && { handedOver: wrongHandedOver }),
    ...(counted !== expected &&
      values.note.trim() === '' && { note: 'Please enter a note on the difference' }),
  };
}

/** Returns the values in the form of the request; valid ones only. */
export function countBody(values: CountValues): {
  counted: number;
  notes: CountedNotes | null;
  note: string | null;
  handedOver: number;
} {
  const { notes, note, handedOver } = values;
  const counts = denominations.flatMap((rupees) => {
    const count = getCount(notes?.[rupees] ?? '');
    return count > 0 ? [[String(rupees), count] as const] : [];
  });
  return {
    counted: countedCash(values) ?? 0,
    notes: notes === null ? null : Object.fromEntries(counts),
    note: note.trim() || null,
    handedOver: parseRupees(handedOver) ?? 0,
  };
}

function amountError(paise: number): string | undefined {
  return CashPaise.safeParse(paise).error?.issues[0]?.message;
}
