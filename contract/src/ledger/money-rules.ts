import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';

/** The rules for waiving and giving back. Owners always may. */
export const MoneyRules = z.strictObject({
  /** Whether employees may refund, void what others took, and waive beyond their limit. */
  employeesMayRefund: z.boolean(),
  /** The most that a doctor waives of one price, in paise; null where there is no limit. */
  doctorDiscount: Paise.nullable(),
  employeeDiscount: Paise.nullable(),
});
export type MoneyRules = z.infer<typeof MoneyRules>;

export const getMoneyRules = endpoint({
  method: 'GET',
  path: '/api/money-rules',
  access: 'settings.write',
  summary: 'Who may give money back, and how much each role may waive.',
  reply: MoneyRules,
});

export const setMoneyRules = endpoint({
  method: 'PUT',
  path: '/api/money-rules',
  access: 'settings.write',
  summary: 'Change who may give money back, and how much each role may waive.',
  body: MoneyRules,
  reply: MoneyRules,
});
