import { expect, it } from 'vitest';
import { dueOnline } from './due.ts';

const all = { service_id: 'a', takes: 'all', deposit_paise: null } as const;
const deposit = { service_id: 'a', takes: 'deposit', deposit_paise: 20_000 } as const;

it.each([
  [all, 'provider', 50_000, 50_000],
  [all, 'upi', 50_000, 50_000],
  [all, 'provider', null, 0],
  [all, 'provider', 99, 0],
  [deposit, 'provider', 50_000, 20_000],
  [deposit, 'provider', 15_000, 15_000],
  [deposit, 'provider', 0, 0],
  [deposit, 'provider', null, 20_000],
  [deposit, null, 50_000, 0],
] as const)('asks of %o paid by %s at a price of %s for %i paise [P-12.145]', (row, paysBy, price, due) => {
  expect(dueOnline({ payments: [row], paysBy }, 'a', price)).toBe(due);
  expect(dueOnline({ payments: [row], paysBy }, 'b', price)).toBe(0);
});
