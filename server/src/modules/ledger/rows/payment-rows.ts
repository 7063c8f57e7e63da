import { randomUUID } from 'node:crypto';
import type { OwnTaking } from '@samay/contract/ledger/received';
import {
  advanceMethod,
  classifyPaymentMethod,
  formatPaymentMethods,
  type PaymentMethod,
} from '@samay/contract/core/money';
import { isoOf } from '@samay/contract/core/time';
import { assertThat } from '../../../core/app-error.ts';
import type { OpenPeriod } from './drawer-queries.ts';
import type { NewCharge, NewDiscount, NewPayment, PaidBy, PaymentRow, TakingRow } from './queries.ts';

/** Separates the texts of several methods in `payment_method` of a booking. */
export const methodSeparator = ' + ';

/** The columns of a booking that follow from its rows of money. */
export interface MoneyColumns {
  readonly amount_paise: number | null;
  readonly revenue_paise: number | null;
  readonly paid_by: PaidBy | null;
  readonly payment_method: string | null;
}

/** Rows of money that are written. */
export interface WrittenMoney {
  readonly payments: readonly NewPayment[];
  readonly charges?: readonly NewCharge[];
  readonly discounts?: readonly NewDiscount[];
  /** The last day on which the discount stands, where it makes a follow-up free. */
  readonly freeUntil?: string | null;
  /** Whether a discount of the whole price keeps its amount at a dearer one. */
  readonly isLimited?: boolean;
}

/** The user who notes a row, when, and the drawer in which it counts. */
export interface Noted {
  readonly by: string | null;
  readonly at: Date;
  readonly drawer?: OpenPeriod | undefined;
}

/** Sums money by payment method, merging the texts with which it was noted; the largest first. */
export function sumsByMethod(
  rows: readonly { readonly method: string | null; readonly total: number }[],
): { method: PaymentMethod; total: number }[] {
  return [...Map.groupBy(rows, ({ method }) => classifyPaymentMethod(method ?? ''))]
    .map(([method, of]) => ({ method, total: totalOf(of) }))
    .toSorted((one, other) => other.total - one.total);
}

export function totalOf(rows: readonly { readonly total: number }[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Presents money that was taken. */
export function presentTaking(row: TakingRow): OwnTaking {
  return {
    id: row.id,
    kind: row.kind,
    paise: row.paise,
    method: classifyPaymentMethod(row.method ?? ''),
    at: isoOf(row.taken_at),
    appointmentId: row.appointment_id,
    personName: row.person_name,
  };
}

/** The sums that were taken away from rows, and the voided rows. */
interface TakenAway {
  readonly voided: ReadonlySet<string | null>;
  /** Paise, below zero, by the row from which they were taken; without voided refunds and moves. */
  readonly paise: ReadonlyMap<string | null, number>;
}

/** Keeps them for each list of an account's rows, because a caller asks about many of its rows. */
const takenAway = new WeakMap<readonly PaymentRow[], TakenAway>();

function takenAwayIn(rows: readonly PaymentRow[]): TakenAway {
  const known = takenAway.get(rows);
  if (known) return known;
  const voided = new Set(rows.filter(({ kind }) => kind === 'void').map(({ of_id: of }) => of));
  const paise = new Map<string | null, number>();
  for (const row of rows) {
    if (row.of_id !== null && !voided.has(row.id))
      paise.set(row.of_id, (paise.get(row.of_id) ?? 0) + row.paise);
  }
  const found = { voided, paise };
  takenAway.set(rows, found);
  return found;
}

/** Returns whether a row was voided. */
export function isVoided({ id }: Pick<PaymentRow, 'id'>, rows: readonly PaymentRow[]): boolean {
  return takenAwayIn(rows).voided.has(id);
}

/**
 * Returns the remaining part of money that came in, in paise: less refunds, voids and moves to an
 * advance. 0 for rows that take away.
 * @param rows all rows of its account, which nobody changes
 */
export function remainingPaise(row: PaymentRow, rows: readonly PaymentRow[]): number {
  if (row.paise <= 0 || row.kind === 'void') return 0;
  return row.paise + (takenAwayIn(rows).paise.get(row.id) ?? 0);
}

/**
 * Computes the amount of a booking from all of its rows: the remaining parts of its payments, by
 * the texts of their methods. Without a remaining row it is null; 0 only where ₹0 was typed. The part
 * that is revenue of its date is that of the rows that are not late.
 * @param noted the text whose method is kept where there is no amount
 */
export function computeMoneyColumns(rows: readonly PaymentRow[], noted: string | null): MoneyColumns {
  const paid = sumByText(rows);
  const timely = rows.some((row) => row.is_late) ? sumByText(rows.filter((row) => !row.is_late)) : paid;
  const kept = { revenue_paise: addUp(timely), paid_by: timely && Object.fromEntries(timely) };
  if (!paid) return { ...kept, amount_paise: null, payment_method: methodNoted(noted) };
  const methods = [...paid]
    .toSorted(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .flatMap(([method]) => method || []);
  return {
    ...kept,
    amount_paise: addUp(paid),
    payment_method: methods.length === 0 ? null : methods.join(methodSeparator),
  };
}

/** Sums what remains of money by the texts of its methods; null without a remaining row. */
function sumByText(rows: readonly PaymentRow[]): Map<string, number> | null {
  const paid = new Map<string, number>();
  for (const row of rows) {
    const left = remainingPaise(row, rows);
    const isTypedZero = row.kind === 'payment' && row.paise === 0 && !isVoided(row, rows);
    if (left === 0 && !isTypedZero) continue;
    paid.set(row.method ?? '', (paid.get(row.method ?? '') ?? 0) + left);
  }
  return paid.size === 0 ? null : paid;
}

function addUp(paid: ReadonlyMap<string, number> | null): number | null {
  return paid && [...paid.values()].reduce((sum, paise) => sum + paise, 0);
}

/** Sums what the refunds of a booking allow, without voided ones. */
export function sumAllowed(rows: readonly PaymentRow[]): number {
  return rows.reduce((sum, row) => (isVoided(row, rows) ? sum : sum + row.allowed_paise), 0);
}

/** Returns the part of a booking's money whose method was not noted. */
export function unnamedPaise({ paid_by: paidBy }: Pick<MoneyColumns, 'paid_by'>): number {
  return paidBy?.[''] ?? 0;
}

/** Returns the names of the methods of a text: no other text is stored. */
function methodNoted(text: string | null): string | null {
  return text ? formatPaymentMethods(text.split(methodSeparator)) : null;
}

interface Taken {
  readonly paise: number;
  readonly method: string | null;
  readonly reference?: string | null | undefined;
}

export type Account = { readonly appointment_id: string } | { readonly patient_id: string };

/**
 * Returns a row of money that was taken for a booking, or from a person in advance.
 * @throws `advance.not_handed` for the method of a transfer: no money came in
 */
export function paymentOn(account: Account, taken: Taken, noted: Noted): NewPayment {
  assertThat(classifyPaymentMethod(taken.method ?? '') !== advanceMethod, 'advance.not_handed');
  return rowOn(account, taken, noted);
}

function rowOn(account: Account, taken: Taken, { by, at, drawer }: Noted): NewPayment {
  return {
    ...blank,
    ...account,
    id: randomUUID(),
    kind: 'payment',
    paise: taken.paise,
    method: taken.method ? classifyPaymentMethod(taken.method) : null,
    reference: taken.reference ?? null,
    drawer_id: drawer?.id ?? null,
    drawer_period: drawer?.period ?? null,
    taken_at: at,
    taken_by: by,
    noted_by: by,
  };
}

/**
 * Returns a row of money that was given back of another row; it may allow a part of that.
 * @throws `payment.needs_method`, `advance.not_handed`
 */
export function makeRefund(
  row: PaymentRow,
  { reason, allowed = 0, ...given }: Taken & { readonly reason: string; readonly allowed?: number },
  noted: Noted,
): NewPayment {
  assertThat(given.method, 'payment.needs_method');
  const { appointment_id, patient_id } = row;
  const made = paymentOn({ appointment_id, patient_id } as Account, given, noted);
  return { ...made, kind: 'refund', paise: -given.paise, reason, of_id: row.id, allowed_paise: allowed };
}

/**
 * Returns the row that voids another one. It counts in the takings and the drawer of the user who
 * took that one.
 */
export function makeVoid(row: PaymentRow, reason: string, { by, at }: Noted): NewPayment {
  const { appointment_id, patient_id, method, drawer_id, drawer_period } = row;
  // Names every column, so that a new one does not compile until it is decided here.
  return {
    id: randomUUID(),
    kind: 'void',
    appointment_id,
    patient_id,
    paise: -row.paise,
    method,
    reference: null,
    reason,
    of_id: row.id,
    pair_id: null,
    cancel_id: null,
    allowed_paise: 0,
    is_late: false,
    drawer_id,
    drawer_period,
    corrects_drawer_id: null,
    corrects_period: null,
    // The void of money that was never received here takes nothing from what was.
    source: row.source === 'imported' ? 'imported' : 'desk',
    taken_at: at,
    taken_by: row.taken_by,
    noted_by: by,
  };
}

interface Transfer {
  readonly appointmentId: string;
  readonly patientId: string;
  /** Paise that the booking gets from the advance; below zero those that it gives. */
  readonly paise: number;
  /** The row of the booking that gives it. */
  readonly ofId?: string;
  readonly reason?: string;
  /** The part of what the booking gives that it does not owe any more. */
  readonly allowed?: number;
  /** The cancellation of the booking that moves it, or that it takes back. */
  readonly cancelId?: string | null;
}

/** Returns the two rows of money that moves between a booking and its person's advance. */
export function transferRows(
  { appointmentId, patientId, paise, ofId, reason, allowed = 0, cancelId = null }: Transfer,
  noted: Noted,
): [NewPayment, NewPayment] {
  const [onBooking, onPerson] = [randomUUID(), randomUUID()];
  const shared = { kind: 'transfer' as const, reason: reason ?? null, cancel_id: cancelId };
  const sent = { paise, method: advanceMethod };
  // A transfer is in no drawer.
  const moved = { ...noted, drawer: undefined };
  const booking = rowOn({ appointment_id: appointmentId }, sent, moved);
  const person = rowOn({ patient_id: patientId }, { ...sent, paise: -paise }, moved);
  return [
    { ...booking, ...shared, id: onBooking, pair_id: onPerson, of_id: ofId ?? null, allowed_paise: allowed },
    { ...person, ...shared, id: onPerson, pair_id: onBooking },
  ];
}

const blank = {
  appointment_id: null,
  patient_id: null,
  reference: null,
  reason: null,
  of_id: null,
  pair_id: null,
  cancel_id: null,
  allowed_paise: 0,
  is_late: false,
  source: 'desk',
  corrects_drawer_id: null,
  corrects_period: null,
} as const;

/**
 * Returns new rows of a booking's money with those marked that are late: of a booking of a locked day, or
 * taken from a late row. @throws `money.locked` for the void of a row that counts on that day, unless it is
 * corrected
 */
export function markLate(
  rows: readonly PaymentRow[],
  added: readonly NewPayment[],
  isLocked: boolean,
): NewPayment[] {
  const late = new Set<string | null>(rows.filter((row) => row.is_late).map(({ id }) => id));
  return added.map((row) => {
    if (row.appointment_id === null) return row;
    const isOfLate = late.has(row.of_id);
    const isCorrection = row.corrects_drawer_id !== null;
    assertThat(!isLocked || isOfLate || isCorrection || row.kind !== 'void', 'money.locked');
    return { ...row, is_late: isLocked || isOfLate };
  });
}
