import { type closeDrawer, denominations, type Drawer } from '@samay/contract/ledger/drawers';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { CashPaise } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
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
  /** `bank`, `owner`, or the id of the drawer that gets it. */
  readonly handedTo: string;
  /** The totals that the terminal and the bank show. */
  readonly confirmed: Readonly<Record<ConfirmedMethod, string>>;
}

/** The methods whose totals are confirmed at a close. */
export const confirmedMethods = ['UPI', 'Card'] as const;
export type ConfirmedMethod = (typeof confirmedMethods)[number];

export const nothingCounted: CountValues = {
  counted: '',
  notes: null,
  note: '',
  handedOver: '',
  handedTo: 'owner',
  confirmed: { UPI: '', Card: '' },
};

export type CountErrors = Partial<Record<'counted' | 'note' | 'handedOver' | ConfirmedMethod, string>>;

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

/** The cash that a drawer should hold, and the sums that were taken by the methods that are confirmed. */
export type Expected = Pick<Drawer, 'expected' | 'confirmsTotals' | 'methods'>;

/** Returns a confirmed total in paise; null while there is none, or no valid one. */
function confirmedTotal(method: ConfirmedMethod, { confirmed }: CountValues): number | null {
  const total = parseRupees(confirmed[method]);
  return Number.isNaN(total) ? null : total;
}

/** Returns how a confirmed total differs from what was taken; null while none is typed, or that is not shown. */
export function confirmedDifference(
  method: ConfirmedMethod,
  values: CountValues,
  { expected, methods }: Pick<Drawer, 'expected' | 'methods'>,
): number | null {
  const total = confirmedTotal(method, values);
  if (total === null || expected === null) return null;
  return total - (methods.find((sum) => sum.method === method)?.total ?? 0);
}

/** Returns whether a confirmed total is another one than was taken. */
export function isOtherTotal(values: CountValues, drawer: Expected): boolean {
  return (
    drawer.confirmsTotals &&
    confirmedMethods.some((method) => Boolean(confirmedDifference(method, values, drawer)))
  );
}

/**
 * Returns the errors by field; empty if the drawer can be closed, or counted where `expected` is null.
 */
export function countErrors(values: CountValues, drawer: Expected): CountErrors {
  const { expected } = drawer;
  const counted = countedCash(values);
  if (counted === null) return { counted: 'Please enter the cash that you counted' };
  const wrong = amountError(counted);
  if (wrong !== undefined) return { counted: wrong };
  const asked = drawer.confirmsTotals ? confirmedMethods : [];
  const missing = Object.fromEntries(
    asked
      .filter((method) => confirmedTotal(method, values) === null)
      .map((method) => [method, `Please enter the total of ${method}`]),
  );
  if (expected === null) return missing;
  const handedOver = parseRupees(values.handedOver) ?? 0;
  const more = handedOver > counted ? `Please enter at most ${formatRupees(counted)}` : undefined;
  const wrongHandedOver = amountError(handedOver) ?? more;
  const differences = asked.map((method) => confirmedDifference(method, values, drawer));
  const differs = counted !== expected || differences.some((difference) => difference);
  return {
    ...missing,
    ...(wrongHandedOver !== undefined && { handedOver: wrongHandedOver }),
    ...(differs && values.note.trim() === '' && { note: 'Please enter a note on the difference' }),
  };
}

/** Returns the values in the form of the request; valid ones only. */
export function countBody(
  values: CountValues,
  { confirmsTotals }: Pick<Drawer, 'confirmsTotals'>,
): Pick<
  BodyInput<typeof closeDrawer>,
  'counted' | 'notes' | 'note' | 'handedOver' | 'handedTo' | 'handedToDrawer' | 'confirmed'
> {
  const { notes, note, handedOver, handedTo, confirmed } = values;
  const handed = parseRupees(handedOver) ?? 0;
  const to = handedTo === 'bank' || handedTo === 'owner' ? handedTo : 'drawer';
  const counts = denominations.flatMap((rupees) => {
    const count = getCount(notes?.[rupees] ?? '');
    return count > 0 ? [[String(rupees), count] as const] : [];
  });
  return {
    counted: countedCash(values) ?? 0,
    notes: notes === null ? null : Object.fromEntries(counts),
    note: note.trim() || null,
    handedOver: handed,
    ...(handed > 0 && { handedTo: to }),
    ...(handed > 0 && to === 'drawer' && { handedToDrawer: handedTo }),
    ...(confirmsTotals && {
      confirmed: { UPI: parseRupees(confirmed.UPI) ?? 0, Card: parseRupees(confirmed.Card) ?? 0 },
    }),
  };
}

function amountError(paise: number): string | undefined {
  return CashPaise.safeParse(paise).error?.issues[0]?.message;
}
