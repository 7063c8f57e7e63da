import { expect, it } from 'vitest';
import { upiLink } from './upi.ts';

it('asks for an amount in rupees, with encoded texts [P-9.23]', () => {
  const link = upiLink({
    upiId: 'city.care@okicici',
    name: 'City Care & Sons',
    amount: 70_050,
    note: 'booking_1795000000009',
  });
  expect(link).toBe(
    'upi://pay?pa=city.care@okicici&pn=City%20Care%20%26%20Sons&am=700.50&cu=INR&tn=booking_1795000000009',
  );
  expect(new URL(link).searchParams.get('pn')).toBe('City Care & Sons');
});

it('keeps its note within fifty characters', () => {
  expect(
    new URL(upiLink({ upiId: 'a1@b1', name: 'A', amount: 100, note: 'n'.repeat(60) })).searchParams.get('tn'),
  ).toHaveLength(50);
});
