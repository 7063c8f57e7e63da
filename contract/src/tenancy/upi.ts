import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { formatAmount } from '../core/money.ts';

/**
 * A UPI id (virtual payment address): a name, `@`, and the handle of a payment provider, which has
 * no dot.
 */
export const UpiId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9]{1,63}$/, 'Please enter a UPI id such as clinic@okicici');

export const Upi = z.strictObject({
  /** The UPI id; null if the business has none. */
  upiId: z.string().nullable(),
});
export type Upi = z.infer<typeof Upi>;

export const getUpi = endpoint({
  method: 'GET',
  path: '/api/upi',
  access: 'appointments.write',
  summary: "The business's UPI id, to which people pay.",
  reply: Upi,
});

export const changeUpi = endpoint({
  method: 'PUT',
  path: '/api/upi',
  access: 'settings.write',
  summary: "Change the business's UPI id, or remove it.",
  body: z.strictObject({ upiId: UpiId.nullable() }),
  reply: Upi,
});

interface UpiRequest {
  readonly upiId: string;
  /** The business's name. */
  readonly name: string;
  /** In paise. */
  readonly amount: number;
  /** Up to 50 characters: the booking's reference. */
  readonly note: string;
}

/**
 * Returns the link that a payment app opens with the amount filled in (NPCI, UPI Linking
 * Specifications 1.6). The app sends no result. The id is not encoded: its characters need no
 * encoding, and not every app decodes `%40`.
 */
export function upiLink({ upiId, name, amount, note }: UpiRequest): string {
  const [payee, text] = [encodeURIComponent(name), encodeURIComponent(note.slice(0, 50))];
  return `upi://pay?pa=${upiId}&pn=${payee}&am=${formatAmount(amount)}&cu=INR&tn=${text}`;
}
