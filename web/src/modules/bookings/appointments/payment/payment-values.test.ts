import { expect, it } from 'vitest';
import { buildAppointment } from '../../../../../test/builders.ts';
import { discountText, shortPaymentId } from './payment-summary.tsx';
import { paymentChanges, paymentErrors, paymentValues } from './payment-values.ts';

const amountMessage = 'Please enter an amount from ₹0 to ₹1,00,00,000';

const paid = buildAppointment({ amount: 99_50, paymentMethod: 'Cash', paymentId: 'pay_1' });
const opened = paymentValues(paid);

it('goes from paise to rupees and back', () => {
  expect(opened).toEqual({ amount: '₹99.50', paymentMethod: 'Cash', paymentId: 'pay_1' });
  expect(paymentChanges({ ...opened, amount: '199.25' }, opened)).toEqual({ amount: 199_25 });
});

it('sends only changed fields, an emptied field as null, so that a wrong entry can be removed [P-5.33]', () => {
  expect(paymentChanges(opened, opened)).toEqual({});
  expect(paymentChanges({ ...opened, amount: '', paymentMethod: null, paymentId: ' ' }, opened)).toEqual({
    amount: null,
    paymentMethod: null,
    paymentId: null,
  });
});

it.each(['-1', 'Rs.1500 + 200', '2x500'])('refuses %j, which is no amount [P-5.29]', (amount) => {
  const values = paymentValues(buildAppointment());
  expect(paymentErrors({ ...values, amount })).toEqual({ amount: amountMessage });
  expect(paymentErrors(values)).toEqual({});
});

it('shows eight characters of a payment id [P-5.45]', () => {
  expect(shortPaymentId('pay_NxT93kd')).toBe('pay_NxT9…');
  expect(shortPaymentId('pay_NxT9')).toBe('pay_NxT9');
});

it('names what is waived of a price', () => {
  expect(discountText({ price: 700_00, discount: 0 })).toBeNull();
  expect(discountText({ price: 700_00, discount: 200_00 })).toBe('₹200 off');
  expect(discountText({ price: 700_00, discount: 700_00 })).toBe('No charge');
});
