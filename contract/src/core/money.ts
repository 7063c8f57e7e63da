import { z } from 'zod';
import { once } from './once.ts';
import { requiredLine } from './text.ts';

/** The most of one amount, and of one booking: one crore rupees. */
export const mostPaise = 1_000_000_000;

/**
 * Returns the error of an amount field; a function, so that the number format is created lazily.
 */
const amountSentence = () => `Please enter an amount from ₹0 to ${formatRupees(mostPaise)}`;

/** Integer paise: 100 of them are one rupee. At most one crore rupees. */
export const Paise = z
  .int({ error: amountSentence, abort: true })
  .min(0, { error: amountSentence })
  .max(mostPaise, { error: amountSentence });
export type Paise = z.infer<typeof Paise>;

const mostCash = 10_000 * mostPaise;
const cashSentence = () => `Please enter an amount from ₹0 to ${formatRupees(mostCash)}`;

/** Cash of a drawer, which is the sum of many amounts: at most ten thousand crore rupees. */
export const CashPaise = z
  .int({ error: cashSentence, abort: true })
  .min(0, { error: cashSentence })
  .max(mostCash, { error: cashSentence });

const wholeRupees = once(
  () => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }),
);
const exactRupees = once(
  () => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 }),
);
const count = once(() => new Intl.NumberFormat('en-IN'));

/** Formats paise: `₹1,00,000`, or with decimals if there are any: `₹99.50`. */
export function formatRupees(paise: number): string {
  return paise % 100 === 0 ? wholeRupees().format(paise / 100) : exactRupees().format(paise / 100);
}

/** Formats paise with two decimals, as papers have them: `₹12,34,567.00`. */
export function formatExactRupees(paise: number): string {
  return exactRupees().format(paise / 100);
}

/** Formats paise as rupees with two decimals and no sign, for other programs: `1234.50`. */
export function formatAmount(paise: number): string {
  return (paise / 100).toFixed(2);
}

/** Groups a number the Indian way: `12,34,567`. */
export function formatCount(value: number): string {
  return count().format(value);
}

/** Averages revenue over bookings, rounded to a whole rupee, in paise; 0 when there are none. */
export function averagePaise(total: number, bookings: number): Paise {
  return bookings === 0 ? 0 : Math.round(total / bookings / 100) * 100;
}

/** The method of money that is spent from a person's advance, or kept as one. */
export const advanceMethod = 'Advance';

const paymentMethods = ['UPI', 'Card', 'Net Banking', 'Wallet', 'Cash', 'Online', advanceMethod] as const;
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/**
 * The words of a noted payment method, in the order in which they are tried. JavaScript and
 * PostgreSQL read these expressions alike: the lists of one method are filtered in the database.
 */
export const paymentPatterns: readonly (readonly [PaymentMethod, RegExp])[] = [
  [advanceMethod, /^advance$/],
  ['UPI', /upi|gpay|googlepay|phonepe|paytmqr|bhim/],
  ['Card', /card|visa|mastercard|rupay|credit|debit/],
  ['Net Banking', /netbanking|bank|neft|imps|rtgs/],
  ['Wallet', /wallet|paytm|amazonpay|mobikwik/],
  ['Cash', /cash(?!free)/],
];
export const otherPaymentMethod: PaymentMethod = 'Online';

/** The texts of nearly all bookings, as a shortcut: a list classifies each of its rows. */
const namedMethods: ReadonlyMap<string, PaymentMethod> = new Map(
  paymentMethods.map((method) => [method, method]),
);

/** Classifies a payment method for its badge; unknown text is Online. */
export function classifyPaymentMethod(text: string): PaymentMethod {
  const named = namedMethods.get(text);
  if (named) return named;
  const word = text.toLowerCase().replaceAll(/[\s_-]+/g, '');
  return paymentPatterns.find(([, pattern]) => pattern.test(word))?.[0] ?? otherPaymentMethod;
}

/** The method by which money changes hands, as it is noted. */
export const TypedMethod = requiredLine(40, 'Please choose a payment method');

/** Formats the methods of a booking's money, which may be several: `UPI + Cash`. */
export function formatPaymentMethods(texts: readonly string[]): string {
  return [...new Set(texts.map(classifyPaymentMethod))].join(' + ');
}
