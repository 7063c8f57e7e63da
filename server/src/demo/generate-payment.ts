import type { PaymentMethod } from '@samay/contract/core/money';
import type { Status } from '@samay/contract/bookings/statuses';
import type { SeededRandom } from './seeded-random.ts';

/** The payment of a booking; the amount in paise, null until it is paid. */
export interface Payment {
  readonly amount: number | null;
  readonly paymentMethod: PaymentMethod | null;
  /** The provider's id, if it was paid online. */
  readonly paymentId: string | null;
}

export const unpaid: Payment = { amount: null, paymentMethod: null, paymentId: null };
/** The methods, each as often as desks see it. */
const methods: readonly PaymentMethod[] = [
  'UPI',
  'UPI',
  'UPI',
  'UPI',
  'Cash',
  'Cash',
  'Cash',
  'Card',
  'Card',
  'Net Banking',
  'Wallet',
];
const idLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The share of paid bookings by status. */
const paidShare: Record<Status, number> = { completed: 0.94, scheduled: 0.3, cancelled: 0.15, no_show: 0.1 };

/** Consultations and treatments of a clinic: ₹200 to ₹2,500, a few of them odd. */
export const clinicFees = [
  200, 250, 300, 300, 400, 500, 500, 500, 600, 700, 750, 800, 1000, 1200, 1500, 1850, 2500, 472, 649.5, 1180,
].map(paise);
/** An hour on the ground: ₹800 to ₹3,000. */
export const turfFees = [800, 900, 1000, 1200, 1200, 1500, 1500, 1800, 2000, 2400, 3000].map(paise);

/** Generates a payment: most people pay after the visit, some beforehand, online. */
export function generatePayment(random: SeededRandom, status: Status, fees: readonly number[]): Payment {
  if (!random.chance(paidShare[status])) return unpaid;
  const paymentMethod = status === 'completed' ? random.pick(methods) : 'UPI';
  const isOnline = paymentMethod !== 'Cash';
  return { amount: random.pick(fees), paymentMethod, paymentId: isOnline ? generatePaymentId(random) : null };
}

/** Generates an id in Razorpay's form: `pay_` and 14 letters or digits. */
function generatePaymentId(random: SeededRandom): string {
  return `pay_${Array.from({ length: 14 }, () => idLetters[random.between(0, idLetters.length - 1)]).join('')}`;
}

function paise(rupees: number): number {
  return Math.round(rupees * 100);
}
