import type { Appointment } from '@samay/contract/bookings/appointments';
import {
  type BookingMoney,
  type CashDrawer,
  correctionReasons,
  correctPayment,
  discountReasons,
  lowersOwed,
  moneyReasons,
  type MoneyRow,
  refundAdvance,
  refundPayment,
  refundReasons,
  setDiscount,
  takeAdvance,
  voidAdvance,
  voidPayment,
} from '@samay/contract/bookings/money';
import { advanceMethod, formatRupees, Paise } from '@samay/contract/core/money';
import type { ChargeOffer } from '@samay/contract/ledger/charge-list';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { call } from '../../../../lib/api/api.ts';
import type { Booked } from '../../booked.ts';
import { handedMethods } from '../../desk-methods.ts';
import { advanceText, rowText, voidOrCorrect } from './money-texts.ts';

/** The values of the form as its fields hold them; the amount as typed. */
export interface MoneyValues {
  amount: string;
  method: string;
  reason: string;
  /** The name of a charge. */
  charge: string;
  /** The id of the drawer that cash leaves; empty for that which took it. */
  drawer: string;
  /** Whether a refund is no longer owed; null as its reason says. */
  lowers: boolean | null;
  /** Whether the credit note that a refund asks for is made with it. */
  credits: boolean;
  /** The key of the line of the bill that it lowers; empty for the usual ones. */
  line: string;
}

/** Returns whether a refund with these values is no longer owed. */
export function lowersWith({ lowers, reason }: Pick<MoneyValues, 'lowers' | 'reason'>): boolean {
  return lowers ?? lowersOwed(reason);
}

/** The credit note that a refund makes: the bill that it lowers, and by how much. */
export interface CreditNote {
  readonly ofId: string;
  readonly total: number;
  /** The line that it lowers. */
  readonly line?: { readonly charge: string | null } | undefined;
}

/** The values that are sent, with the idempotency key of the opened form. */
type Sent = MoneyValues & {
  readonly paise: number;
  readonly key: string;
  /** Whether the user has agreed that the drawer holds less than nothing from then on. */
  readonly belowZero?: boolean;
  readonly creditNote?: CreditNote | undefined;
};

/** A change of money that a form requests. */
export interface MoneyAct {
  /** The word of the button. */
  readonly name: string;
  readonly title: string;
  /** The meaning of the change, below the title. */
  readonly hint?: string;
  readonly amount?: {
    readonly label: string;
    readonly initial: number;
    /** The largest amount; null for no limit. */
    readonly most: number | null;
    readonly mayBeZero?: boolean;
  };
  readonly methods?: {
    readonly label: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly initial: string;
  };
  /** The drawers that cash may leave, where there is a choice. */
  readonly drawers?: {
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly initial: string;
  };
  readonly reasons?: readonly string[];
  /** The charges that are offered, of a charge to add. */
  readonly offers?: readonly ChargeOffer[];
  /** Whether it asks if the money is still owed, and proposes a credit note. */
  readonly isRefund?: boolean;
  /** Whether the payment provider gives the money back: its note is made once it has. */
  readonly goesOnline?: boolean;
  /** Sends the change and returns the booking, if it has changed. */
  readonly send: (sent: Sent) => Promise<Appointment | undefined>;
  /** The text of the toast that reports the change. */
  readonly done: (sent: Sent) => string;
}

const handedOptions = handedMethods.map((value) => ({ value, label: value }));
const asAdvance = { value: advanceMethod, label: 'Keep as advance' };

/** Lists the drawers that cash may leave; nothing where there is only one. */
function drawerChoice(drawers: readonly CashDrawer[], initial: string): Pick<MoneyAct, 'drawers'> {
  if (drawers.length < 2) return {};
  const options = drawers.map(({ id, holder, isOwn }) => ({
    value: id,
    label: isOwn ? 'My drawer' : holder ? (holder.name ?? 'Former colleague') : 'Drawer of the desk',
  }));
  const took = { value: '', label: 'The one that took it' };
  return { drawers: { options: initial === '' ? [took, ...options] : options, initial } };
}

/** Returns the part of a request that names the drawer which cash leaves. */
function fromDrawer({ method, drawer, belowZero }: Sent): { drawer?: string; belowZero?: true } {
  return method === 'Cash' ? { ...(drawer && { drawer }), ...(belowZero && { belowZero }) } : {};
}

export function refundAct(
  { id, personName, amount }: Booked,
  row: MoneyRow,
  drawers: readonly CashDrawer[],
  pendingBefore = 0,
): MoneyAct {
  const own = drawers.find(({ isOwn }) => isOwn);
  const took = drawers.find((drawer) => drawer.id === row.drawerId);
  const isOnline = row.isOnline === true;
  const paidBy = row.method ?? 'Online';
  return {
    name: 'Refund',
    title: `Refund of ${rowText(row)}`,
    amount: { label: 'Amount', initial: row.left, most: row.left },
    methods: {
      label: 'Given back by',
      options: isOnline
        ? [{ value: paidBy, label: 'The way it was paid online' }, asAdvance]
        : [...handedOptions, asAdvance],
      initial: isOnline ? paidBy : (row.method ?? 'Cash'),
    },
    ...drawerChoice(drawers, (took ?? own)?.id ?? ''),
    reasons: refundReasons.map(({ name }) => name),
    isRefund: true,
    ...(isOnline && {
      goesOnline: true,
      hint: 'It goes back to the payer by your payment provider, within a few days, and is noted once it has.',
    }),
    send: (sent) => {
      const { paise, method, reason, key, creditNote } = sent;
      const note = creditNote && { creditNote };
      const asked = { reason, lowers: lowersWith(sent), ...note, ...fromDrawer(sent) };
      const body = { payment: row.id, amount: paise, method, ...asked };
      return call(refundPayment, {
        params: { id },
        body: { ...body, amountBefore: amount, ...(pendingBefore > 0 && { pendingBefore }) },
        idempotencyKey: key,
      });
    },
    done: ({ paise, method, creditNote }) => {
      const note = creditNote ? `, credit note of ${formatRupees(creditNote.total)}` : '';
      return method === advanceMethod
        ? `${formatRupees(paise)} kept as an advance of ${personName}${note}`
        : `Refund of ${formatRupees(paise)} by ${method} to ${personName}${note}`;
    },
  };
}

export function voidAct({ id, personName }: Booked, row: MoneyRow): MoneyAct {
  return {
    name: 'Void',
    title: `Void ${rowText(row)}`,
    ...(row.kind === 'payment' && { hint: voidOrCorrect }),
    reasons: moneyReasons,
    send: ({ reason, key, belowZero }) => {
      const body = { payment: row.id, reason, ...(belowZero && { belowZero }) };
      return call(voidPayment, { params: { id }, body, idempotencyKey: key });
    },
    done: () => `${rowText(row)} of ${personName} voided`,
  };
}

/** Returns the correction of a row of the booking, or of its person's advance, whose drawer was closed. */
export function correctionAct(
  { id, personName, amount, due }: Booked,
  row: MoneyRow,
  isAdvance = false,
): MoneyAct {
  const paise = Math.abs(row.paise);
  const text = isAdvance ? advanceText(row) : rowText(row);
  return {
    name: 'Correct',
    title: `Correct ${text}`,
    hint: 'Its drawer was closed and stays as it is: the correction counts today, in no drawer.',
    amount: {
      label: 'Right amount',
      initial: paise,
      most: isAdvance || due === null || row.kind === 'refund' ? null : paise + due,
      mayBeZero: true,
    },
    methods: {
      label: row.kind === 'refund' ? 'Given back by' : 'Taken by',
      options: handedOptions,
      initial: row.method ?? 'Cash',
    },
    reasons: correctionReasons,
    send: ({ paise: right, method, reason, key }) =>
      call(correctPayment, {
        params: { id },
        body: {
          payment: row.id,
          ...(isAdvance && { isAdvance }),
          amount: right,
          method,
          reason,
          amountBefore: amount,
        },
        idempotencyKey: key,
      }),
    done: ({ paise: right, method }) =>
      `${text} of ${personName} corrected to ${formatRupees(right)} by ${method}`,
  };
}

export function voidAdvanceAct({ id, personName }: Booked, row: MoneyRow): MoneyAct {
  const text = advanceText(row);
  return {
    name: 'Void',
    title: `Void ${text}`,
    reasons: moneyReasons,
    send: async ({ reason, key, belowZero }) => {
      const body = { payment: row.id, reason, ...(belowZero && { belowZero }) };
      await call(voidAdvance, { params: { id }, body, idempotencyKey: key });
      return undefined;
    },
    done: () => `${text} of ${personName} voided`,
  };
}

/**
 * Lists the changes of a discount that the caller may make: a part of the price, and the whole
 * amount due.
 */
export function discountActs(booking: Booked, money: BookingMoney): MoneyAct[] {
  const { price, discount, due, status, isLocked } = booking;
  const { mostDiscount } = money;
  const isOwing = (status === 'scheduled' || status === 'completed') && !isLocked;
  if (!isOwing || !price || (mostDiscount === 0 && discount === 0)) return [];
  // Charges are not waived with the price.
  const all = Math.min(price, discount + (due ?? 0));
  const mayWaiveAll = !!due && all > discount && (mostDiscount === null || all <= mostDiscount);
  return [discountAct(booking, money, discount), ...(mayWaiveAll ? [discountAct(booking, money, all)] : [])];
}

/** Returns the change of a discount; `initial` is proposed as the whole discount. */
function discountAct(
  { id, personName, discount, price }: Booked,
  { mostDiscount }: BookingMoney,
  initial: number,
): MoneyAct {
  const limit = price ?? 0;
  return {
    name: initial > discount ? 'No charge' : 'Discount',
    title: `${initial > discount ? 'No charge' : 'Discount'} for ${personName}`,
    amount: {
      label: 'Waived of the price',
      initial,
      // One above the caller's limit may still be lowered.
      most: mostDiscount === null ? limit : Math.min(limit, Math.max(mostDiscount, discount)),
      mayBeZero: discount > 0,
    },
    reasons: discountReasons,
    send: ({ paise, reason }) =>
      call(setDiscount, {
        params: { id },
        body: { discount: paise, reason, discountBefore: discount },
      }),
    done: ({ paise }) => `${formatRupees(paise)} waived for ${personName}`,
  };
}

export function takeAdvanceAct({ id, personName }: Booked): MoneyAct {
  return {
    name: 'Take advance',
    title: `Take an advance from ${personName}`,
    amount: { label: 'Amount', initial: 0, most: null },
    methods: { label: 'Taken by', options: handedOptions, initial: 'UPI' },
    send: async ({ paise, method, key }) => {
      await call(takeAdvance, { params: { id }, body: { amount: paise, method }, idempotencyKey: key });
      return undefined;
    },
    done: ({ paise, method }) => `${formatRupees(paise)} in advance by ${method} from ${personName}`,
  };
}

export function refundAdvanceAct({ id, personName }: Booked, { advance, drawers }: BookingMoney): MoneyAct {
  return {
    name: 'Refund advance',
    title: `Refund of the advance of ${personName}`,
    amount: { label: 'Amount', initial: advance, most: advance },
    methods: { label: 'Given back by', options: handedOptions, initial: 'Cash' },
    ...drawerChoice(drawers, ''),
    reasons: moneyReasons,
    send: async (sent) => {
      const { paise, method, reason, key } = sent;
      const body = { amount: paise, method, reason, ...fromDrawer(sent) };
      await call(refundAdvance, { params: { id }, body, idempotencyKey: key });
      return undefined;
    },
    done: ({ paise }) => `Refund of ${formatRupees(paise)} of the advance of ${personName}`,
  };
}

/** Returns the errors of the form by its fields. */
export function moneyErrors(
  { amount, offers, reasons }: MoneyAct,
  values: MoneyValues,
): Partial<Record<keyof MoneyValues, string>> {
  const wrong = amount && amountError(amount, values.amount);
  return {
    ...(wrong !== undefined && { amount: wrong }),
    ...(offers && values.charge.trim() === '' && { charge: 'Please enter a name' }),
    ...(reasons && values.reason.trim() === '' && { reason: 'Please enter a reason' }),
  };
}

function amountError(
  { most, mayBeZero = false }: NonNullable<MoneyAct['amount']>,
  typed: string,
): string | undefined {
  const paise = parseRupees(typed);
  if (paise === null || (paise === 0 && !mayBeZero)) return 'Please enter an amount';
  const wrong = Paise.safeParse(paise).error?.issues[0]?.message;
  if (wrong !== undefined) return wrong;
  return most !== null && paise > most ? `Please enter at most ${formatRupees(most)}` : undefined;
}
