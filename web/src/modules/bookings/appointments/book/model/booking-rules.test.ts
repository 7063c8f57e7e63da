import { indiaDate, now } from '@samay/contract/core/time';
import { describe, expect, it } from 'vitest';
import { bookingBody, bookingErrors } from './booking-rules.ts';
import { emptyBooking } from './booking-values.ts';

const amountMessage = 'Please enter an amount from ₹0 to ₹1,00,00,000';

const chosen = { doctor: 'Default Doctor', resource: undefined, size: undefined };
const filled = {
  ...emptyBooking(),
  date: '2026-11-21',
  time: '14:30',
  personName: 'Meenakshi Iyer',
  personEmail: 'm@example.in',
};

it("begins with the form's defaults [P-5.21]", () => {
  expect(emptyBooking()).toMatchObject({
    date: indiaDate(now()),
    time: '12:00',
    doctor: null,
    amount: '',
    paymentMethod: null,
  });
});

describe('what is sent', () => {
  it('omits empty optional fields', () => {
    expect(bookingBody({ ...filled, personContact: '  ' }, chosen, 'doctor')).toEqual({
      personName: 'Meenakshi Iyer',
      personEmail: 'm@example.in',
      date: '2026-11-21',
      time: '14:30',
      doctor: 'Default Doctor',
    });
  });

  it('turns rupees into paise', () => {
    const body = bookingBody(
      { ...filled, amount: 'Rs. 750.50', paymentMethod: 'UPI', paymentId: ' pay_1 ' },
      chosen,
      'doctor',
    );
    expect(body).toMatchObject({ amount: 75_050, paymentMethod: 'UPI', paymentId: 'pay_1' });
    expect(bookingBody({ ...filled, amount: '0' }, chosen, 'doctor').amount).toBe(0);
  });

  it('names the known doctor or court, the service and the length that were chosen, and nothing that was not', () => {
    const resource = {
      id: '00000000-0000-4000-8000-0000000000d1',
      name: 'Dr. Rao',
      isOwn: false,
      wholeId: null,
    };
    const serviceId = '00000000-0000-4000-8000-0000000000e1';
    const body = bookingBody(
      { ...filled, serviceId, duration: 45 },
      { doctor: 'Dr. Rao', resource, size: undefined },
      'doctor',
    );
    expect(body).toMatchObject({ doctor: 'Dr. Rao', resourceId: resource.id, serviceId, duration: 45 });
    expect(bookingBody({ ...filled, duration: '' }, chosen, 'doctor')).not.toHaveProperty('duration');
  });

  it('names no doctor for a turf, and the size of court where any of it would do [P-6.74]', () => {
    expect(bookingBody(filled, chosen, 'turf')).not.toHaveProperty('doctor');
    expect(bookingBody(filled, { ...chosen, size: 'part' }, 'turf').size).toBe('part');
    const id = '00000000-0000-4000-8000-0000000000c1';
    const resource = { id, name: 'Ground', isOwn: false, wholeId: null };
    const named = bookingBody(filled, { ...chosen, resource, size: 'whole' }, 'turf');
    expect([named.resourceId, named.size]).toEqual([id, undefined]);
  });
});

describe('what is wrong', () => {
  it('finds nothing in a filled form', () => {
    expect(bookingErrors(filled, chosen, 'doctor')).toEqual({});
    expect(bookingErrors(filled, { ...chosen, doctor: '' }, 'turf')).toEqual({});
  });

  it.each([
    [{ personName: '  ' }, { personName: 'Please enter a name' }],
    [{ personEmail: 'm@' }, { personEmail: 'Please enter a valid email address' }],
    [{ duration: 7 }, { duration: 'Please enter steps of 5 minutes' }],
    [{ duration: 725 }, { duration: 'Please enter 5 to 720 minutes' }],
    [{ date: '' }, { date: 'Please enter a valid date' }],
    [{ date: '2026-02-30' }, { date: 'Please enter a valid date' }],
    [{ time: '' }, { time: 'Please enter a valid time' }],
    [{ amount: '-500' }, { amount: amountMessage }],
    [{ amount: '10,00,00,000' }, { amount: amountMessage }],
  ])('%o', (wrong, errors) => {
    expect(bookingErrors({ ...filled, ...wrong }, chosen, 'doctor')).toEqual(errors);
  });

  it('needs an email or a contact number, and reports it with other errors [P-5.13]', () => {
    const message = { personEmail: 'Please enter a valid email address' };
    const withoutEmail = { ...filled, personEmail: ' ' };
    expect(bookingErrors(withoutEmail, chosen, 'doctor')).toEqual(message);
    expect(bookingErrors({ ...withoutEmail, personName: '' }, chosen, 'doctor')).toEqual({
      ...message,
      personName: 'Please enter a name',
    });
    expect(bookingErrors({ ...withoutEmail, personContact: '98450 12345' }, chosen, 'doctor')).toEqual({});
    expect(
      bookingErrors({ ...filled, personEmail: 'm@', personContact: '98450 12345' }, chosen, 'doctor'),
    ).toEqual(message);
  });

  it('needs a doctor [P-5.12]', () => {
    expect(bookingErrors(filled, { ...chosen, doctor: '' }, 'doctor')).toEqual({
      doctor: 'Please enter a doctor name',
    });
  });
});
