import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { requiredLine } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';

/** The days whose money is locked: amounts, prices, discounts and statuses of their bookings stay. */
export const MoneyLock = z.strictObject({
  /** The last locked day; null where none is. */
  until: LocalDate.nullable(),
  /** Why the lock was last moved back; null while it never was, or was moved forward after it. */
  reason: z.string().nullable(),
});
export type MoneyLock = z.infer<typeof MoneyLock>;

export const getMoneyLock = endpoint({
  method: 'GET',
  path: '/api/money-lock',
  access: 'settings.write',
  summary: 'Until which day the money of the business is locked.',
  reply: MoneyLock,
});

export const setMoneyLock = endpoint({
  method: 'PUT',
  path: '/api/money-lock',
  access: 'settings.write',
  assurance: 'aal2-when-enrolled',
  summary: 'Lock the money of the business until a day that is over, or move the lock back with a reason.',
  body: z.strictObject({
    until: LocalDate.nullable(),
    /** The last locked day that the caller saw. */
    untilBefore: LocalDate.nullable(),
    /** Required of those who have one, and no second factor: `account.password_needed`. */
    password: z.string().min(1, 'Please enter your password').max(1000).optional(),
    /** Required where the lock moves back. */
    reason: requiredLine(200, 'Please enter a reason').optional(),
  }),
  reply: MoneyLock,
});
