import { indiaDate, now } from '@samay/contract/core/time';
import { describe, expect, it } from 'vitest';
import { bookingBody, bookingErrors, emptyBooking } from './booking-values.ts';

const amountMessage = 'Please enter an amount from ₹0 to ₹1,00,00,000';

const filled = { ...emptyBooking({ date: '2026-11-21', time: '14:30' }), personName: 'Meenakshi Iyer', personEmail: 'm@example.in' };

it("begins with the specification's defaults", () => {
  expect(emptyBooking()).toMatchObject({
    date: indiaDate(now()),
    time: '12:00',
    doctor: 'Default Doctor',
    amount: '',
    paymentMethod: null,
  });
});

describe('what is sent', () => {
  it('omits empty optional fields', () => {
    expect(bookingBody({ ...filled, personContact: '  ' }, 'doctor')).toEqual({
      personName: 'Meenakshi Iyer',
      personEmail: 'm@example.in',
      date: '2026-11-21',
      time: '14:30',
      doctor: 'Default Doctor',
    });
  });

  it('turns rupees into paise', () => {
    const body = bookingBody({ ...filled, amount: 750.5, paymentMethod: 'UPI', paymentId: ' pay_1 ' }, 'doctor');
    expect(body).toMatchObject({ amount: 75_050, paymentMethod: 'UPI', paymentId: 'pay_1' });
    expect(bookingBody({ ...filled, amount: 0 }, 'doctor').amount).toBe(0);
  });

  it('names no doctor for a turf', () => {
    expect(bookingBody(filled, 'turf')).not.toHaveProperty('doctor');
  });
});

describe('what is wrong', () => {
  it('finds nothing in a filled form', () => {
    expect(bookingErrors(filled, 'doctor')).toEqual({});
    expect(bookingErrors({ ...filled, doctor: '' }, 'turf')).toEqual({});
  });

  it.each([
    [{ personName: '  ' }, { personName: 'Please enter a name' }],
    [{ personEmail: 'm@' }, { personEmail: 'Please enter a valid email address' }],
    [{ doctor: '' }, { doctor: 'Please enter a doctor name' }],
    [{ date: '' }, { date: 'Please enter a valid date' }],
    [{ date: '2026-02-30' }, { date: 'Please enter a valid date' }],
    [{ time: '' }, { time: 'Please enter a valid time' }],
    [{ amount: -500 }, { amount: amountMessage }],
    [{ amount: 100_000_000 }, { amount: amountMessage }],
  ])('%o', (wrong, errors) => {
    expect(bookingErrors({ ...filled, ...wrong }, 'doctor')).toEqual(errors);
  });
});
