import { expect, it } from 'vitest';
import { buildAppointment } from '../../../test/builders.ts';
import { amountMessage } from './booking-values.ts';
import { shortPaymentId } from './payment-id.ts';
import { paymentBody, paymentErrors, paymentValues } from './payment-values.ts';

it('goes from paise to rupees and back', () => {
  const paid = buildAppointment({ amount: 99_50, paymentMethod: 'Cash', paymentId: 'pay_1', personContact: null });
  expect(paymentValues(paid)).toEqual({ amount: 99.5, paymentMethod: 'Cash', paymentId: 'pay_1', personContact: '' });
  expect(paymentBody(paymentValues(paid))).toEqual({ amount: 99_50, paymentMethod: 'Cash', paymentId: 'pay_1', personContact: null });
});

it('sends an emptied field as null, so that a wrong entry can be taken back', () => {
  const emptied = { amount: '', paymentMethod: null, paymentId: ' ', personContact: '' };
  expect(paymentBody(emptied)).toEqual({ amount: null, paymentMethod: null, paymentId: null, personContact: null });
});

it('refuses a negative amount', () => {
  const values = paymentValues(buildAppointment());
  expect(paymentErrors({ ...values, amount: -1 })).toEqual({ amount: amountMessage });
  expect(paymentErrors(values)).toEqual({});
});

it('shows eight characters of a payment id', () => {
  expect(shortPaymentId('pay_NxT93kd')).toBe('pay_NxT9…');
  expect(shortPaymentId('pay_NxT9')).toBe('pay_NxT9');
});
