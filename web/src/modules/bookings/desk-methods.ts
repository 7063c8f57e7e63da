import type { PaymentMethod } from '@samay/contract/core/money';

/** The payment methods at a desk, each with its key. */
export const deskMethods = [
  { method: 'UPI', key: 'u' },
  { method: 'Cash', key: 'c' },
  { method: 'Card', key: 'd' },
] as const satisfies { method: PaymentMethod; key: string }[];

/** The methods by which money is taken and given back, without `Advance`. */
export const handedMethods = ['UPI', 'Cash', 'Card', 'Net Banking', 'Wallet', 'Online'];
