import { expect, it } from 'vitest';
import { allowancePaise, creditedPaise, duePaise } from './owing.ts';

const paid = { price: 1500, discount: 0, allowed: 0, amount: 1500 };

it.each([
  ['a part of the price', paid, 300, 300],
  ['all of it', paid, 1500, 1500],
  ['nothing of what was taken above the price', { ...paid, amount: 1700 }, 200, 0],
  ['the rest of a larger one', { ...paid, amount: 1700 }, 500, 300],
  [
    'no more than was owed, after a discount and an earlier one',
    { ...paid, discount: 1000, allowed: 400 },
    1500,
    100,
  ],
  ['all of a part payment', { ...paid, amount: 500 }, 500, 500],
  ['nothing without a price', { ...paid, price: null }, 300, 0],
])('lets a refund allow %s [P-9.161]', (_, owing, refund, allowed) => {
  expect(allowancePaise(owing, refund)).toBe(allowed);
  const after = { ...owing, allowed: owing.allowed + allowed, amount: owing.amount - refund };
  // The due amount does not change by it.
  expect(duePaise(after)).toBe(duePaise(owing));
});

it.each([
  ['of the refund', paid, 300, 1500, 300],
  ['of nothing that was taken above the price', { ...paid, amount: 1700 }, 200, 1500, 0],
  ['of what the bill has above a lower price', { ...paid, price: 1200 }, 300, 1500, 300],
  ['of nothing that was credited before', paid, 300, 1200, 0],
  ['of what was paid, without a price', { ...paid, price: null }, 300, 1500, 300],
  ['of nothing without a bill', paid, 300, 0, 0],
])('proposes a credit note %s [P-9.162]', (_, owing, refund, billed, note) => {
  expect(creditedPaise(owing, refund, billed)).toBe(note);
});
