import type { PaymentMethod } from '@samay/contract/core/money';

/** The payment methods at a desk, each with its key. */
export const deskMethods = [
  { method: 'UPI', key: 'u' },
  { method: 'Cash', key: 'c' },
  { method: 'Card', key: 'd' },
] as const satisfies { method: PaymentMethod; key: string }[];
